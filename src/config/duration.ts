import { type Reading, shown, wrong } from './reading.ts';

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const milliseconds = (text: string): number | undefined => {
  if (text.length > 30 || !/^(\d+(ms|[smhdw]))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|[smhdw])/g))
    total += Number(amount) * (units[unit ?? ''] ?? 0);
  return total;
};

/** `500ms`, `5m`, `1h30m` to milliseconds, within bounds that are written the same way. */
export const readDuration = (text: string, min: string, max: string): Reading<number> => {
  if (/^\d+$/.test(text)) return wrong(`${shown(text)} has no unit`, `write the unit, such as ${text}s or ${text}m`);
  const value = milliseconds(text.toLowerCase().replaceAll(' ', ''));
  if (value === undefined) {
    return wrong(
      `${shown(text)} is not a duration`,
      'write a number and a unit (ms, s, m, h, d, w), such as 30s or 5m',
    );
  }
  if (value < (milliseconds(min) ?? 0)) return wrong(`${shown(text)} is too short`, `write ${min} or more`);
  if (value > (milliseconds(max) ?? 0)) return wrong(`${shown(text)} is too long`, `write ${max} or less`);
  return { kind: 'value', value };
};
