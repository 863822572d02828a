import { type Family, families } from '../core/observation.ts';
import type { Problem } from '../core/problem.ts';
import type { SourceRules } from './config.ts';
import type { Draft, PlaceOf } from './draft.ts';
import { shown } from './reading.ts';

type Context = { rules: SourceRules; hasApi: boolean; placeOf: PlaceOf };

const operatorOf = (spec: string, family: Family, rules: SourceRules): string => {
  const result = rules.check(spec, family);
  // A source that is wrong is told; here it is given the benefit of the doubt.
  return result.kind === 'source' ? result.operator : `wrong:${spec}`;
};

const listProblems = (specs: readonly (string | undefined)[], family: Family, context: Context): Problem[] => {
  const { rules, hasApi, placeOf } = context;
  const path = `detect.${family}`;
  if (specs.length === 0) {
    return [
      {
        where: placeOf(path),
        what: 'is an empty list',
        fix: 'write a source, or leave the key out for the built-in list',
      },
    ];
  }
  const problems = specs.flatMap((spec, index): Problem[] => {
    if (spec === undefined) return [];
    const where = placeOf(path, index);
    if (spec === 'api' && !hasApi) {
      const what = `${shown(spec)} needs the main API, which is not configured`;
      return [{ where, what, fix: 'write api.user and api.password_file, or another source' }];
    }
    const result = rules.check(spec, family);
    return result.kind === 'wrong' ? [{ where, what: result.what, fix: result.fix }] : [];
  });
  if (specs.includes('provider') && specs.length > 1) {
    const what = '"provider" stands beside other sources, and gives no address to compare with theirs';
    problems.push({ where: placeOf(path), what, fix: 'write [provider] alone, or remove it' });
  }
  return problems;
};

/** Whether as many independent sources are there as must agree; else no change could ever be published. */
const agreeProblems = (draft: Draft, family: Family, { rules, placeOf }: Context): Problem[] => {
  const { agree } = draft.detect;
  const given = draft.detect[family];
  if (given?.includes('provider')) return [];
  const specs = given ?? rules.builtIn[family];
  if (specs.length === 0) return [];
  const operators = new Set(specs.map((spec, index) => (spec === undefined ? index : operatorOf(spec, family, rules))))
    .size;
  const needed = agree ?? (specs.length === 1 ? 1 : 2);
  if (needed <= operators) return [];
  const sources = operators === 1 ? 'one independent source' : `${operators} independent sources`;
  const where = placeOf(agree === undefined ? `detect.${family}` : 'detect.agree');
  const what = `${needed} must agree, and detect.${family} has ${sources}`;
  return [{ where, what, fix: `write agree: ${operators}, or add sources of other operators to detect.${family}` }];
};

/** What is wrong with the address sources. `used` are the families that a host's records need. */
export const detectProblems = (draft: Draft, used: ReadonlySet<Family>, context: Context): Problem[] =>
  families.flatMap((family) => {
    const specs = draft.detect[family];
    return [
      ...(specs ? listProblems(specs, family, context) : []),
      ...(used.has(family) ? agreeProblems(draft, family, context) : []),
    ];
  });
