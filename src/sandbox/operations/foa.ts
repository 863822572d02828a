import { type Checked, choice, fine } from './checks.ts';
import type { Call } from './operation.ts';

/** Who authorizes a transfer. Specification, Versioning: a parameter of the earlier version, which the later one ignores. */
export const foaContact = ({ parameters, version }: Call): Checked<'owner' | 'admin' | undefined> =>
  version === '1.0.20' ? fine(undefined) : choice(parameters, 'foacontact', ['owner', 'admin']);
