import { dirname } from 'node:path';
import type { Problem } from '../core/problem.ts';
import { familyOf } from '../core/target.ts';
import type { Files } from '../platform/files.ts';
import { assemble } from './assemble.ts';
import type { Loaded, SourceRules } from './config.ts';
import { resolveCredentials } from './credentials.ts';
import { detectProblems } from './detect-rules.ts';
import { type Draft, draftOf, isDefault, type PlaceOf } from './draft.ts';
import { readCa, resolveEndpoints } from './endpoints.ts';
import { type Found, findFile } from './find-file.ts';
import { resolveHosts, targetsOf } from './host-rules.ts';
import { exclusive, fromEnvironment, fromFlags, fromTree, type Layer, merge } from './layers.ts';
import { defaultStateFolder, resolvePath, type Surroundings } from './paths.ts';
import { exposure } from './secrets.ts';
import { readYaml } from './yaml-file.ts';

export type LoadInput = Surroundings & {
  /** Parsed flags, flat by path or nested, and `config`; others are ignored. */
  flags: Record<string, unknown>;
  files: Files;
  /** Absent where the system has no user ids. */
  uid: number | undefined;
  /** Whether logs go to a terminal, for the default of `log.format`. */
  terminal: boolean;
  sourceRules: SourceRules;
};

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

const noFile = (found: Found): Problem[] =>
  found.kind === 'none'
    ? [
        {
          where: 'the file',
          what: `there is no configuration file: looked for ${found.looked.join(', ')}`,
          fix: 'write one with three lines (user, key_file and hosts), or name one with --config',
        },
      ]
    : [];

/** Whether the file itself has a secret in it. */
const hasSecret = (given: Layer, proxy: string | undefined): boolean => {
  const inFile = (path: string) => given.has(path) && given.get(path)?.from === undefined;
  return inFile('key') || inFile('api.password') || (inFile('endpoints.proxy') && /\/\/[^/]*@/.test(proxy ?? ''));
};

/**
 * The configuration from flags, environment, file and defaults, in this order of precedence, with its secrets read.
 * Tells every problem at once; no problem has a secret in it. Never rejects.
 */
export const load = async (input: LoadInput): Promise<Loaded> => {
  const { flags, env, files, home, cwd, uid } = input;
  const named = typeof flags.config === 'string' ? flags.config : undefined;
  const found = await findFile(named, files, input);
  const file = found.kind === 'file' ? found.path : undefined;
  const written = await readFile(found);
  const environment = fromEnvironment(env);
  const warnings = [...environment.warnings];
  // Without the file's content nearly everything would be missing: its own problem is the one to read.
  if (written.fatal) {
    const path = found.kind === 'wrong' ? found.file : file;
    return { kind: 'wrong', problems: written.problems, warnings, ...(path ? { file: path } : {}) };
  }

  const given = merge([written.layer, environment.layer, fromFlags(flags)]);
  const { draft, problems: keyProblems, placeOf } = draftOf(given);
  const pathOf = (path: string, value: string | undefined): string | undefined => {
    const base = file && given.get(path)?.from === undefined ? dirname(file) : cwd;
    return value === undefined ? undefined : resolvePath(value, home, base);
  };

  const caPath = pathOf('endpoints.ca_file', draft.endpoints.ca_file);
  const [credentials, ca] = await Promise.all([
    resolveCredentials(draft, {
      given,
      placeOf,
      pathOf,
      reader: { files, uid, credentials: env.CREDENTIALS_DIRECTORY },
    }),
    caPath === undefined ? undefined : readCa(caPath, placeOf('endpoints.ca_file'), files),
  ]);
  const { endpoints, warnings: proxyWarnings } = resolveEndpoints(
    draft,
    ca?.kind === 'ca' ? ca.pem : undefined,
    env,
    placeOf,
  );
  const { hosts, problems: hostProblems } = resolveHosts(draft, given.has('hosts'), credentials.wantsApi, placeOf);
  const targets = targetsOf(hosts);
  const used = new Set(targets.map(({ type }) => familyOf(type)));
  const incomplete = !given.has('user') || !given.has('hosts') || credentials.key === undefined;

  const problems = [
    ...(incomplete ? noFile(found) : []),
    ...written.problems,
    ...keyProblems,
    ...pairProblems(given, draft, placeOf),
    ...credentials.problems,
    ...(ca?.kind === 'wrong' ? [ca.problem] : []),
    ...hostProblems,
    ...detectProblems(draft, used, { rules: input.sourceRules, hasApi: credentials.wantsApi, placeOf }),
  ];
  warnings.push(...credentials.warnings, ...proxyWarnings);
  if (found.kind === 'file' && hasSecret(given, draft.endpoints.proxy)) {
    warnings.push(...exposure(found.path, found.mode, found.uid, uid));
  }
  const config = assemble(draft, {
    endpoints,
    hosts,
    targets,
    key: credentials.key,
    api: credentials.api,
    stateDir: pathOf('state_dir', draft.state_dir) ?? defaultStateFolder(input),
    terminal: input.terminal,
    file,
  });
  return problems.length === 0 && config
    ? { kind: 'ok', config, warnings }
    : { kind: 'wrong', problems, warnings, ...(file ? { file } : {}) };
};
