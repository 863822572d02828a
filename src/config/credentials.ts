import type { Problem } from '../core/problem.ts';
import type { Draft, PlaceOf } from './draft.ts';
import type { Layer } from './layers.ts';
import { type Reader, resolveSecret, type Secret } from './secrets.ts';

export type Credentials = {
  key: string | undefined;
  api: { user: string; password: string } | undefined;
  /** Whether the main API is meant to be used, be it that a part of its credentials is wrong. */
  wantsApi: boolean;
  problems: Problem[];
  warnings: Problem[];
};

type Context = {
  given: Layer;
  placeOf: PlaceOf;
  pathOf: (path: string, value: string | undefined) => string | undefined;
  reader: Reader;
};

const keyAdvice =
  'write key_file: /path/to/a/file with the key, or set HOSTPIN_KEY (the DonDNS key of the panel, not its password)';

const secretOf = (
  draft: { inline: string | undefined; file: string | undefined },
  name: string,
  fileName: string,
  credential: string,
  context: Context,
) => {
  const { placeOf, pathOf, reader } = context;
  return resolveSecret(
    {
      inline: { place: placeOf(name), value: draft.inline },
      file: { place: placeOf(fileName), path: pathOf(fileName, draft.file) },
      credential,
    },
    reader,
  );
};

const readValue = (secret: Secret): string | undefined => (secret.kind === 'secret' ? secret.value : undefined);

const passwordOf = (draft: Draft, context: Context): Promise<Secret> =>
  secretOf(
    { inline: draft.api.password, file: draft.api.password_file },
    'api.password',
    'api.password_file',
    'api-password',
    context,
  );

type Api = Pick<Credentials, 'api' | 'problems' | 'warnings'>;

const source = "the provider's support gives both for an account that it has approved, and no key of the panel does";

/** The main API's user and password; which of them is missing, and where they are had. */
const apiOf = (draft: Draft, password: Secret, { given, placeOf }: Context): Api => {
  const problems: Problem[] = [];
  const missing = (path: string, fix: string) => problems.push({ where: placeOf(path), what: 'is missing', fix });
  if (!given.has('api.user')) missing('api.user', `write the main API's user, or set HOSTPIN_API_USER (${source})`);
  if (password.kind === 'wrong') problems.push(password.problem);
  if (password.kind === 'none' && !given.has('api.password') && !given.has('api.password_file')) {
    missing('api.password_file', "write a file with the main API's password, or set HOSTPIN_API_PASSWORD");
  }
  const user = draft.api.user;
  const value = readValue(password);
  return {
    api: user !== undefined && value !== undefined ? { user, password: value } : undefined,
    problems,
    warnings: password.kind === 'secret' ? password.warnings : [],
  };
};

/** Reads the main API's credentials, for somebody who needs no others. */
export const resolveApi = async (draft: Draft, context: Context): Promise<Api> =>
  apiOf(draft, await passwordOf(draft, context), context);

/** Reads both accounts' secrets. Both ways of giving one in the same place is a problem: which one would be current? */
export const resolveCredentials = async (draft: Draft, context: Context): Promise<Credentials> => {
  const { given, placeOf } = context;
  const [key, password] = await Promise.all([
    secretOf({ inline: draft.key, file: draft.key_file }, 'key', 'key_file', 'key', context),
    passwordOf(draft, context),
  ]);
  const asked = (...paths: string[]): boolean => paths.some((path) => given.has(path));
  const wantsApi = asked('api.user', 'api.password', 'api.password_file');
  const problems: Problem[] = [];
  const missing = (path: string, fix: string) => problems.push({ where: placeOf(path), what: 'is missing', fix });

  if (!asked('user')) missing('user', 'write the user of the dynamic DNS endpoint');
  if (key.kind === 'wrong') problems.push(key.problem);
  if (key.kind === 'none' && !asked('key', 'key_file')) missing('key_file', keyAdvice);
  const ofApi: Api = wantsApi ? apiOf(draft, password, context) : { api: undefined, problems: [], warnings: [] };
  return {
    key: readValue(key),
    api: ofApi.api,
    wantsApi,
    problems: [...problems, ...ofApi.problems],
    warnings: [...(key.kind === 'secret' ? key.warnings : []), ...ofApi.warnings],
  };
};
