import type { Family } from './observation.ts';

export type RecordType = 'A' | 'AAAA';

/** One record that is kept current. */
export type Target = {
  /** The name in Punycode, lower case, without a final dot; the first label may be `*`. */
  host: string;
  type: RecordType;
  /** Whether the record is created over the main API where it is missing. */
  create: boolean;
  /** Seconds, for a record that is created; the provider's default where absent. */
  ttl?: number;
  /** The hosting service whose zone has the name; looked up where absent. */
  service?: string;
  /** AAAA alone: a fixed interface identifier that is put on the current prefix, `::1:2:3:4/64`. */
  suffix?: string;
};

export const familyOf = (type: RecordType): Family => (type === 'A' ? 'ipv4' : 'ipv6');

/** A record's key in the state file and in reports. */
export const recordKey = (target: Pick<Target, 'host' | 'type'>): string => `${target.host}/${target.type}`;
