import { comparable } from '../zone-lookup.ts';
import { type Field, textOf } from './entries.ts';

const label = /^(?:\*|[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)$/;

/**
 * A name of the file in full, in normal form; `.` is the root. Undefined where it is none that the provider could have.
 */
export const readName = ({ raw, quoted }: Field, origin: string): string | undefined => {
  // A percent sign would be read as an escape of addresses in the web, and a backslash is one that no host name needs.
  if (quoted || /[%\\]/.test(raw)) return undefined;
  if (raw === '.') return raw;
  if (raw === '@') return origin;
  const name = comparable(raw.endsWith('.') || origin === '.' ? raw : `${raw}.${origin}`);
  return name.length <= 253 && name.split('.').every((part) => label.test(part)) ? name : undefined;
};

/** A value in the provider's form (specification, "DNS record types and value formats"), without its priority. */
export const readValue = (type: string, fields: readonly Field[], origin: string): string | undefined => {
  const [first, second, third] = fields;
  if (first === undefined) return undefined;
  switch (type) {
    case 'TXT':
      return textOf(fields);
    case 'SRV': {
      const host = third && fields.length === 3 ? readName(third, origin) : undefined;
      return host === undefined ? undefined : `${first.raw} ${second?.raw} ${host}`;
    }
    case 'CAA': {
      const value = third && fields.length === 3 ? textOf([third]) : undefined;
      return value === undefined ? undefined : `${first.raw} ${second?.raw} "${value}"`;
    }
    case 'CNAME':
    case 'MX':
    case 'NS':
      return fields.length === 1 ? readName(first, origin) : undefined;
    default:
      return fields.length === 1 ? first.raw : undefined;
  }
};
