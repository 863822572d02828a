import type { Problem } from '../core/problem.ts';

/** Where a service has what a configuration names. */
export type Destination = {
  keyFile: string;
  passwordFile: string;
  caFile: string;
  stateDir: string;
  /** Whether the configuration stays where it is, and with it what its relative paths mean. */
  inPlace: boolean;
  /** Whether the service can't see a file there. */
  isHidden(path: string): boolean;
  /** A path as the configuration has it, in full. */
  resolve(path: string): string;
};

/** Where a secret or certificate comes from: a file, or the configuration itself. */
export type Origin = { file: string } | 'inline' | 'elsewhere';

export type Relocated =
  | {
      kind: 'relocated';
      /** The same text where nothing had to be changed. */
      text: string;
      key: Origin;
      password: Origin | undefined;
      /** The file of certificates, where it has to be copied. */
      ca: string | undefined;
    }
  | { kind: 'wrong'; problem: Problem };

const change = (what: string, fix: string): Relocated => ({
  kind: 'wrong',
  problem: { where: 'the configuration', what, fix },
});

/**
 * A configuration for a service: secrets are in files of their own, and every path is one that the service can use.
 * Comments and order stay as they are. The text must be one that `readYaml` can read.
 */
export const relocate = async (text: string, to: Destination): Promise<Relocated> => {
  const { isMap, isScalar, parseDocument } = await import('yaml');
  try {
    const document = parseDocument(text, { schema: 'failsafe', prettyErrors: false, logLevel: 'silent' });
    let changed = false;
    const at = (path: string[]): string | undefined => {
      const node = document.getIn(path, true);
      return isScalar(node) && String(node.value) !== '' ? String(node.value) : undefined;
    };
    const put = (path: string[], value: string): void => {
      const now = at(path);
      if (now === value || (to.inPlace && now !== undefined && to.resolve(now) === value)) return;
      document.setIn(path, value);
      changed = true;
    };
    const secret = (inline: string[], file: string[], path: string): Origin => {
      const [value, named] = [at(inline), at(file)];
      if (document.hasIn(inline)) {
        document.deleteIn(inline);
        changed = true;
      }
      put(file, path);
      return value !== undefined ? 'inline' : named === undefined ? 'elsewhere' : { file: to.resolve(named) };
    };
    const key = secret(['key'], ['key_file'], to.keyFile);
    const password = isMap(document.get('api', true))
      ? secret(['api', 'password'], ['api', 'password_file'], to.passwordFile)
      : undefined;
    put(['state_dir'], to.stateDir);
    const caFile = at(['endpoints', 'ca_file']);
    const ca = caFile === undefined ? undefined : to.resolve(caFile);
    const movesCa = ca !== undefined && ca !== to.caFile && to.isHidden(ca);
    if (ca !== undefined) put(['endpoints', 'ca_file'], movesCa ? to.caFile : ca);
    return {
      kind: 'relocated',
      text: changed ? document.toString({ lineWidth: 0, flowCollectionPadding: false }) : text,
      key,
      password,
      ca: movesCa ? ca : undefined,
    };
  } catch {
    // An alias of something that has to go, for one.
    return change(
      'it is written in a way that can not be changed here (aliases?)',
      `write key_file: ${to.keyFile} and state_dir: ${to.stateDir} yourself, and no secret`,
    );
  }
};
