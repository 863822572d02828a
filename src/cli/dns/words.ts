import type { Change } from '../../api/zone-changes.ts';
import type { ZoneEntry } from '../../api/zone-record.ts';
import { onOneLine } from '../api/layout.ts';

/** `mail.example.com MX 10 mx.example.net`, with the TTL where it has one of its own. */
export const recordText = ({ name, type, ttl, priority, value }: ZoneEntry): string =>
  onOneLine(
    [name, type, ...(priority === '-' ? [] : [priority]), value, ...(ttl === '-' ? [] : [`(TTL ${ttl})`])].join(' '),
  );

/** What a change does, without the verb. */
export const changeText = (change: Change): string => {
  if (change.do !== 'update') return recordText(change.do === 'create' ? change.entry : change.before);
  const { value, priority, ttl } = change.before;
  const before = [...(priority === '-' ? [] : [priority]), value, ...(ttl === '-' ? [] : [`(TTL ${ttl})`])].join(' ');
  return `${recordText(change.entry)}, was ${onOneLine(before)}`;
};

const number = (text: string): number | null => (text === '-' ? null : Number(text));

/** A record as `--json` shows it: null is the provider's default. */
export const recordDocument = ({ name, type, ttl, priority, value }: ZoneEntry) => ({
  name,
  type,
  value,
  ttl: number(ttl),
  priority: number(priority),
});

export const changeDocument = (change: Change) => {
  const record = change.do === 'delete' ? change.before : change.entry;
  const previous = change.do === 'update' ? recordDocument(change.before) : null;
  return { action: change.do, ...recordDocument(record), previous };
};

/** `1 record`, `2 records` */
export const count = (amount: number, what: string): string => `${amount} ${what}${amount === 1 ? '' : 's'}`;
