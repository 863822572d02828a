import type { Config } from '../config/config.ts';
import type { Family } from '../core/observation.ts';
import { defaultSources } from '../detect/defaults.ts';
import { detect } from '../detect/detect.ts';
import { shuffled } from '../detect/order.ts';
import { parseSource } from '../detect/registry.ts';
import type { DetectPorts, Source } from '../detect/source.ts';
import type { Look } from './session.ts';

/** Two witnesses, unless there is only one to ask. */
const usualAgreement = 2;

export const sourcesOf = (config: Config, family: Family): Source[] =>
  (config.detect[family] ?? defaultSources[family]).flatMap((spec) => {
    const parsed = parseSource(spec, family);
    return parsed.kind === 'source' ? [parsed.source] : [];
  });

/** How many witnesses a change needs. */
export const agreementOf = (config: Config, sources: readonly Source[]): number =>
  config.detect.agree ?? Math.min(usualAgreement, new Set(sources.map(({ operator }) => operator)).size);

/** The order in which a new installation asks: as configured; the built-in services shuffled, to spread their load. */
export const firstOrder = (config: Config, family: Family, random: () => number): string[] => {
  const specs = sourcesOf(config, family).map(({ spec }) => spec);
  return config.detect[family] === undefined ? shuffled(specs, random) : specs;
};

/** How this configuration looks for an address of the family. */
export const createLook = (config: Config, family: Family, ports: DetectPorts): Look => {
  const sources = sourcesOf(config, family);
  const agree = agreementOf(config, sources);
  return ({ order, published, thorough, hello }, signal) => {
    const place = ({ spec }: Source): number => order.indexOf(spec);
    const ordered = [...sources].sort((a, b) => place(a) - place(b));
    const plan = { sources: ordered, agree, allowPrivate: config.detect.allowPrivate, published, thorough };
    return detect(family, plan, { ...ports, signal, ...(hello && { hello }) });
  };
};
