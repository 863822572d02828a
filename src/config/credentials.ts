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

/** Reads both accounts' secrets. Both ways of giving one in the same place is a problem: which one would be current? */
export const resolveCredentials = async (draft: Draft, context: Context): Promise<Credentials> => {
  const { given, placeOf } = context;
  const [key, password] = await Promise.all([
    secretOf({ inline: draft.key, file: draft.key_file }, 'key', 'key_file', 'key', context),
    secretOf(
      { inline: draft.api.password, file: draft.api.password_file },
      'api.password',
      'api.password_file',
      'api-password',
      context,
    ),
  ]);
  const asked = (...paths: string[]): boolean => paths.some((path) => given.has(path));
  const wantsApi = asked('api.user', 'api.password', 'api.password_file');
  const problems: Problem[] = [];
  const missing = (path: string, fix: string) => problems.push({ where: placeOf(path), what: 'is missing', fix });

  if (!asked('user')) missing('user', 'write the user of the dynamic DNS endpoint');
  if (key.kind === 'wrong') problems.push(key.problem);
  if (key.kind === 'none' && !asked('key', 'key_file')) missing('key_file', keyAdvice);
  if (wantsApi) {
    if (!asked('api.user')) missing('api.user', "write the main API's user");
    if (password.kind === 'wrong') problems.push(password.problem);
    if (password.kind === 'none' && !asked('api.password', 'api.password_file')) {
      missing('api.password_file', "write a file with the main API's password, or set HOSTPIN_API_PASSWORD");
    }
  }
  const apiUser = draft.api.user;
  const apiPassword = wantsApi ? readValue(password) : undefined;
  return {
    key: readValue(key),
    api: apiUser !== undefined && apiPassword !== undefined ? { user: apiUser, password: apiPassword } : undefined,
    wantsApi,
    problems,
    warnings: [key, ...(wantsApi ? [password] : [])].flatMap((secret) =>
      secret.kind === 'secret' ? secret.warnings : [],
    ),
  };
};
