import { type Reading, shown, wrong } from './reading.ts';

type Field = { name: string; min: number; max: number; names?: readonly string[] };

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const days = 'sun mon tue wed thu fri sat'.split(' ');

const fields: readonly Field[] = [
  { name: 'second', min: 0, max: 59 },
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: months },
  { name: 'day of the week', min: 0, max: 7, names: days },
];

const numberOf = (text: string, field: Field): number => {
  const named = field.names?.indexOf(text.toLowerCase()) ?? -1;
  return named >= 0 ? named + field.min : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
};

/** One part of a comma list: `*`, `5`, `1-5`, `mon-fri`, each with an optional step. */
const partIsGood = (part: string, field: Field): boolean => {
  const [range = '', step, ...rest] = part.split('/');
  if (rest.length > 0 || (step !== undefined && !/^[1-9]\d{0,2}$/.test(step))) return false;
  if (range === '*') return true;
  const ends = range.split('-').map((end) => numberOf(end, field));
  const [first = Number.NaN, last = first] = ends;
  return ends.length <= 2 && first >= field.min && last <= field.max && first <= last;
};

/** A cron expression of five fields, or six with seconds first. */
export const readCron = (text: string): Reading<string> => {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5 && parts.length !== 6) {
    return wrong(
      `${shown(text)} is not a cron expression: it has ${text.trim() === '' ? 0 : parts.length} fields`,
      'write five fields (minute, hour, day, month, day of the week), such as "*/5 * * * *"',
    );
  }
  const used = fields.slice(6 - parts.length);
  for (const [index, field] of used.entries()) {
    const part = parts[index] ?? '';
    if (!part.split(',').every((one) => partIsGood(one, field))) {
      return wrong(
        `${shown(text)} is not a cron expression: ${shown(part)} is no ${field.name}`,
        `write the ${field.name} as *, or as numbers from ${field.min} to ${field.max}`,
      );
    }
  }
  return { kind: 'value', value: parts.join(' ') };
};
