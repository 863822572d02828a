import { type Change, clash, isSame } from './zone-changes.ts';
import { hasPriority, type KnownEntry, type ZoneEntry } from './zone-record.ts';

/** A record that a person wants; what is undefined stays as it is, or is the provider's default for a new one. */
export type WantedRecord = Pick<ZoneEntry, 'name' | 'type' | 'value'> & {
  ttl?: string | undefined;
  priority?: string | undefined;
};

/**
 * What is to become of other records of the name and type:
 * - `one`: there may be one, which is changed
 * - `add`: they stay
 * - `replace`: they go
 */
export type Manner = 'one' | 'add' | 'replace';

export type WantPlan =
  | { kind: 'changes'; changes: Change[] }
  /** There are several, and the person has to say what becomes of them. */
  | { kind: 'several'; records: KnownEntry[] }
  /** A CNAME is alone at its name. */
  | { kind: 'in-the-way'; by: KnownEntry };

/**
 * What gives the name this record; no change where it is there already. All in normal form.
 *
 * @param there every record of the name, of any type
 */
export const planRecord = (wanted: WantedRecord, there: readonly KnownEntry[], manner: Manner): WantPlan => {
  const alike = there.filter(({ type }) => type === wanted.type);
  const equal = alike.filter(({ value }) => value === wanted.value);
  const match = equal.find((record) => isSame(entryOf(wanted, record), record)) ?? equal[0];
  if (match === undefined && manner === 'one' && alike.length > 1) return { kind: 'several', records: alike };
  const before = match ?? (manner === 'add' ? undefined : alike[0]);
  const entry = entryOf(wanted, before);
  const by = before === undefined ? there.find((other) => clash(entry, other)) : undefined;
  if (by !== undefined) return { kind: 'in-the-way', by };
  const others = manner === 'replace' ? alike.filter((record) => record !== before) : [];
  return {
    kind: 'changes',
    changes: [...toBe(entry, before), ...others.map((old): Change => ({ do: 'delete', before: old }))],
  };
};

const toBe = (entry: ZoneEntry, before: KnownEntry | undefined): Change[] => {
  if (before === undefined) return [{ do: 'create', entry }];
  return isSame(entry, before) ? [] : [{ do: 'update', entry, before }];
};

const entryOf = ({ name, type, value, ttl, priority }: WantedRecord, before: KnownEntry | undefined): ZoneEntry => ({
  name,
  type,
  value,
  ttl: ttl ?? before?.ttl ?? '-',
  priority: priority ?? before?.priority ?? (hasPriority(type) ? '10' : '-'),
});
