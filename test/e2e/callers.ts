import { execFile, spawnSync } from 'node:child_process';
import { ApiError, createClient, type OperationName } from '../../src/index.ts';
import { apiSettings, later } from './harness.ts';

export type Parameters = Record<string, string | number | boolean | readonly string[]>;
/** What an operation is answered: code 0 and data, or the code of a refusal. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at what is there
export type Said = { code: number | null; data: any };
/** Calls operations of the main API at the address. */
export type Caller = (endpoint: string, operation: string, parameters?: Parameters) => Promise<Said>;

/** True, after a line that names the package, where the program is not installed. */
export const lacks = (program: string, debianPackage: string, check: readonly string[] = []): boolean => {
  const found = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
  const works = found && (check.length === 0 || spawnSync(program, check).status === 0);
  if (!works) console.log(`skipped: the sandbox with ${program}, from Debian's package ${debianPackage}`);
  return !works;
};

/** Runs a program to its end; what it printed to stdout. */
const output = (program: string, args: readonly string[]): Promise<string> =>
  new Promise((settle, reject) => {
    execFile(program, args, { timeout: 30_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${program}: ${error.message} ${stderr}`)) : settle(stdout),
    );
  });

const said = (body: string): Said => {
  const { errorCode, responseData } = JSON.parse(body);
  return { code: errorCode, data: responseData };
};

const texts = (parameters: Parameters): Record<string, string> => ({
  apiuser: apiSettings.user,
  apipasswd: apiSettings.password,
  ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
});

/** The library. */
export const library: Caller = async (endpoint, operation, parameters = {}) => {
  const client = createClient({ endpoint, ...apiSettings });
  later(() => client.close());
  try {
    return { code: 0, data: await client.call(operation as OperationName, parameters as never) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.code, data: [] };
  }
};

const curl =
  (field: '-F' | '--data-urlencode'): Caller =>
  async (endpoint, operation, parameters = {}) => {
    const fields = Object.entries(texts(parameters)).flatMap(([name, value]) => [field, `${name}=${value}`]);
    return said(await output('curl', ['-sS', ...fields, `${endpoint}/${operation}/`]));
  };

export const curlForm = curl('--data-urlencode');
export const curlMultipart = curl('-F');

/** PHP sends multipart/form-data where its curl is given an array, as the vendor's library does. */
const script = `
  $curl = curl_init($argv[1]);
  curl_setopt_array($curl, [
    CURLOPT_POST => true, CURLOPT_POSTFIELDS => json_decode($argv[2], true),
    CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 20,
  ]);
  $body = curl_exec($curl);
  if ($body === false) { fwrite(STDERR, curl_error($curl)); exit(1); }
  echo $body;
`;

export const php: Caller = async (endpoint, operation, parameters = {}) =>
  said(await output('php', ['-r', script, `${endpoint}/${operation}/`, JSON.stringify(texts(parameters))]));
