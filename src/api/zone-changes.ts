import { isDnsType, isZonesOwn, type KnownEntry, type ZoneEntry } from './zone-record.ts';

/** One call that brings the zone nearer to what is wanted. */
export type Change =
  | { do: 'create'; entry: ZoneEntry }
  | { do: 'update'; entry: ZoneEntry; before: KnownEntry }
  | { do: 'delete'; before: KnownEntry };

export type Plan = {
  /** In the order in which they are to be made. */
  changes: Change[];
  /** Records of the zone that are not wanted, and stay all the same. */
  kept: KnownEntry[];
  /** Wanted records that can't be created, since a record that stays is in the way. */
  inTheWay: { entry: ZoneEntry; by: KnownEntry }[];
  /** How many records are as wanted. */
  same: number;
};

/**
 * What makes the records of a zone those that are wanted, with as few calls as possible; all in normal form. The zone's
 * own name servers are left alone on both sides, and so are types that the specification does not name.
 *
 * A record is changed in place where its TTL or priority differs, and where one value stands against one other value
 * of the same name and type; but for TXT, where several texts for different ends share a name.
 *
 * @param sweep delete what is not wanted; else it is kept
 */
export const planChanges = (
  wanted: readonly ZoneEntry[],
  there: readonly KnownEntry[],
  zone: string,
  sweep: boolean,
): Plan => {
  const setKey = ({ name, type }: ZoneEntry): string => `${name} ${type}`;
  const ours = (entry: ZoneEntry): boolean => !isZonesOwn(entry, zone);
  const wantedSets = Map.groupBy(wanted.filter(ours), setKey);
  const thereSets = Map.groupBy(there.filter(ours), setKey);
  const plan: Plan = { changes: [], kept: [], inTheWay: [], same: 0 };
  const [updates, creates, deletes]: [Change[], ZoneEntry[], KnownEntry[]] = [[], [], []];
  for (const key of new Set([...wantedSets.keys(), ...thereSets.keys()])) {
    const set = planSet(wantedSets.get(key) ?? [], thereSets.get(key) ?? [], sweep);
    plan.same += set.same;
    updates.push(...set.updates);
    creates.push(...set.creates);
    for (const record of set.surplus) (sweep && isDnsType(record.type) ? deletes : plan.kept).push(record);
  }
  const gone = new Set(deletes);
  const staying = Map.groupBy(
    there.filter((record) => !gone.has(record)),
    ({ name }) => name,
  );
  const possible = creates.filter((entry) => {
    const by = (staying.get(entry.name) ?? []).find((other) => clash(entry, other));
    if (by !== undefined) plan.inTheWay.push({ entry, by });
    return by === undefined;
  });
  // What a new record can't stand beside goes before it comes; the rest goes last, so that no name is without.
  const created = Map.groupBy(possible, ({ name }) => name);
  const makesRoom = (old: KnownEntry): boolean => (created.get(old.name) ?? []).some((entry) => clash(entry, old));
  const removal = (before: KnownEntry): Change => ({ do: 'delete', before });
  plan.changes.push(
    ...updates,
    ...deletes.filter(makesRoom).map(removal),
    ...possible.map((entry): Change => ({ do: 'create', entry })),
    ...deletes.filter((old) => !makesRoom(old)).map(removal),
  );
  return plan;
};

/** A CNAME is alone at its name (RFC 1034, 3.6.2), also without another CNAME. */
export const clash = (one: ZoneEntry, other: ZoneEntry): boolean => one.type === 'CNAME' || other.type === 'CNAME';

/** The records of one name and type. */
const planSet = (wanted: readonly ZoneEntry[], there: readonly KnownEntry[], sweep: boolean) => {
  const [missing, surplus] = [[...wanted], [...there]];
  const updates: Change[] = [];
  let same = 0;
  const pair = (fits: (entry: ZoneEntry, record: KnownEntry) => boolean): void => {
    for (const entry of [...missing]) {
      const at = surplus.findIndex((record) => fits(entry, record));
      const before = surplus[at];
      if (before === undefined) continue;
      surplus.splice(at, 1);
      missing.splice(missing.indexOf(entry), 1);
      if (isSame(entry, before)) same += 1;
      else updates.push({ do: 'update', entry, before });
    }
  };
  pair(isSame);
  pair((entry, { value, priority }) => entry.value === value && entry.priority === priority);
  pair((entry, { value }) => entry.value === value);
  const oneEach = wanted.length === 1 && there.length === 1 && wanted[0]?.type !== 'TXT';
  if (sweep || oneEach) pair(() => true);
  return { updates, creates: missing, surplus, same };
};

/** Whether nothing is to be done about the record. */
export const isSame = (entry: ZoneEntry, record: ZoneEntry): boolean =>
  entry.value === record.value && entry.priority === record.priority && entry.ttl === record.ttl;
