import { dirname } from 'node:path';
import type { Problem } from '../core/problem.ts';
import type { Files } from '../platform/files.ts';
import type { Config } from './config.ts';
import { type Draft, draftOf, isDefault, type PlaceOf } from './draft.ts';
import { readCa, resolveEndpoints } from './endpoints.ts';
import { type Found, findFile } from './find-file.ts';
import { exclusive, fromEnvironment, fromFlags, fromTree, type Layer, merge } from './layers.ts';
import { resolvePath, type Surroundings } from './paths.ts';
import { exposure, type Reader } from './secrets.ts';
import { readYaml } from './yaml-file.ts';

export type GatherInput = Surroundings & {
  /** Parsed flags, flat by path or nested, and `config`; others are ignored. */
  flags: Record<string, unknown>;
  files: Files;
  /** Absent where the system has no user ids. */
  uid: number | undefined;
  /** Whether logs go to a terminal, for the default of `log.format`. */
  terminal: boolean;
};

/** What flags, environment, file and defaults say, laid over each other and read key by key. */
export type Gathered = {
  kind: 'gathered';
  found: Found;
  file: string | undefined;
  given: Layer;
  draft: Draft;
  placeOf: PlaceOf;
  /** A path as configured, absolute. */
  pathOf(path: string, value: string | undefined): string | undefined;
  /** Where secrets come from. */
  reader: Reader;
  endpoints: Config['endpoints'];
  problems: Problem[];
  /** What is wrong with the certificates to trust. */
  caProblems: Problem[];
  warnings: Problem[];
  /** Warnings that the provider's addresses and the file's mode give. */
  laterWarnings: Problem[];
};

type Unreadable = { kind: 'wrong'; problems: Problem[]; warnings: Problem[]; file?: string };

const nothingGiven = { layer: new Map() as Layer, problems: [] as Problem[], fatal: false };

const readFile = async (found: Found): Promise<typeof nothingGiven> => {
  if (found.kind === 'wrong') return { ...nothingGiven, problems: [found.problem], fatal: true };
  if (found.kind === 'none') return nothingGiven;
  const yaml = await readYaml(found.text);
  if (yaml.kind === 'wrong') return { ...nothingGiven, problems: yaml.problems, fatal: true };
  return { ...fromTree(yaml.tree, yaml.lineOf), fatal: false };
};

/** Both keys of a pair in one place. One that is written with its default, such as `every: 5m`, equals one left out. */
const pairProblems = (given: Layer, draft: Draft, placeOf: PlaceOf): Problem[] =>
  exclusive.flatMap((pair): Problem[] => {
    if (pair.some((path) => !given.has(path) || isDefault(path, draft))) return [];
    const [one, other] = pair;
    return [{ where: placeOf(other), what: `${one} and ${other} are both given`, fix: 'keep one of the two' }];
  });

/** Whether the file itself has a secret in it. */
const hasSecret = (given: Layer, proxy: string | undefined): boolean => {
  const inFile = (path: string) => given.has(path) && given.get(path)?.from === undefined;
  return inFile('key') || inFile('api.password') || (inFile('endpoints.proxy') && /\/\/[^/]*@/.test(proxy ?? ''));
};

/** Tells where a configuration file was looked for, where there is none. */
export const noFile = (found: Found, fix: string): Problem[] =>
  found.kind === 'none'
    ? [{ where: 'the file', what: `there is no configuration file: looked for ${found.looked.join(', ')}`, fix }]
    : [];

/** Reads all that is written anywhere. No secret is read yet, nor is anything asked for that may be missing. */
export const gather = async (input: GatherInput): Promise<Gathered | Unreadable> => {
  const { flags, env, files, home, cwd, uid } = input;
  const named = typeof flags.config === 'string' ? flags.config : undefined;
  const found = await findFile(named, files, input);
  const file = found.kind === 'file' ? found.path : undefined;
  const written = await readFile(found);
  const { layer, warnings } = fromEnvironment(env);
  // Without the file's content nearly everything would be missing: its own problem is the one to read.
  if (written.fatal) {
    const path = found.kind === 'wrong' ? found.file : file;
    return { kind: 'wrong', problems: written.problems, warnings, ...(path ? { file: path } : {}) };
  }
  const given = merge([written.layer, layer, fromFlags(flags)]);
  const { draft, problems: keyProblems, placeOf } = draftOf(given);
  const pathOf = (path: string, value: string | undefined): string | undefined => {
    const base = file && given.get(path)?.from === undefined ? dirname(file) : cwd;
    return value === undefined ? undefined : resolvePath(value, home, base);
  };
  const caPath = pathOf('endpoints.ca_file', draft.endpoints.ca_file);
  const ca = caPath === undefined ? undefined : await readCa(caPath, placeOf('endpoints.ca_file'), files);
  const pem = ca?.kind === 'ca' ? ca.pem : undefined;
  const { endpoints, warnings: proxyWarnings } = resolveEndpoints(draft, pem, env, placeOf);
  const exposed =
    found.kind === 'file' && hasSecret(given, draft.endpoints.proxy)
      ? exposure(found.path, found.mode, found.uid, uid)
      : [];
  return {
    kind: 'gathered',
    found,
    file,
    given,
    draft,
    placeOf,
    pathOf,
    reader: { files, uid, credentials: env.CREDENTIALS_DIRECTORY },
    endpoints,
    problems: [...written.problems, ...keyProblems, ...pairProblems(given, draft, placeOf)],
    caProblems: ca?.kind === 'wrong' ? [ca.problem] : [],
    warnings,
    laterWarnings: [...proxyWarnings, ...exposed],
  };
};
