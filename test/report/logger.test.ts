import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLogger, type LoggerOptions, scrubber } from '../../src/report/logger.ts';

const start = (options: Partial<LoggerOptions> = {}) => {
  const lines: string[] = [];
  const log = createLogger({
    level: 'info',
    format: 'json',
    write: (line) => lines.push(line),
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    secrets: [],
    color: false,
    journal: false,
    ...options,
  });
  return { log, lines };
};

describe('a line', () => {
  it('of JSON has level, time, fields and message', () => {
    const { log, lines } = start();
    log.warn('100%% of %s, "quoted"\nand %d', { host: 'home.example.com', count: 2, ok: true, none: null });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith('\n')).toBe(true);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'warn',
      time: '2026-01-02T03:04:05.000Z',
      host: 'home.example.com',
      count: 2,
      ok: true,
      none: null,
      msg: '100%% of %s, "quoted"\nand %d',
    });
  });

  it('for a person has the time, the level where it is not info, and the message', () => {
    const { log, lines } = start({ format: 'pretty' });
    log.info('done', { host: 'a' });
    log.error('failed');
    expect(lines).toEqual(['03:04:05  done\n', '03:04:05  error: failed\n']);
  });

  it('is coloured where a person sees it', () => {
    const { log, lines } = start({ format: 'pretty', color: true });
    log.warn('w');
    expect(lines).toEqual(['03:04:05  \u001b[33mwarn: w\u001b[0m\n']);
  });

  it('below the level is not written', () => {
    const { log, lines } = start();
    log.debug('d');
    log.trace('t');
    expect(lines).toEqual([]);
  });
});

describe('a line for the journal', () => {
  it.each([
    ['pretty', 'error', '<3>failed\n'],
    ['pretty', 'warn', '<4>failed\n'],
    ['pretty', 'info', '<6>failed\n'],
    ['json', 'error', '<3>{"level":"error","host":"a","msg":"failed"}\n'],
    ['json', 'info', '<6>{"level":"info","host":"a","msg":"failed"}\n'],
  ] as const)('as %s, of the level %s, has a priority and no time', (format, level, line) => {
    const { log, lines } = start({ format, journal: true });
    log[level]('failed', { host: 'a' });
    expect(lines).toEqual([line]);
  });

  it('has the priority again where a message has another line', () => {
    const { log, lines } = start({ format: 'pretty', journal: true, level: 'trace' });
    log.debug('one\ntwo');
    log.trace('three');
    expect(lines).toEqual(['<7>one\n<7>two\n', '<7>three\n']);
  });

  it('has no secret', () => {
    const { log, lines } = start({ format: 'pretty', journal: true, secrets: ['demo-key'] });
    log.info('said demo-key');
    expect(lines).toEqual(['<6>said [secret]\n']);
  });
});

describe('a secret', () => {
  it.each([
    ['as it is', 'k&y "1" ñ\\', 'said k&y "1" ñ\\ twice'],
    ['as in a URL', 'k&y "1" ñ\\', `GET /?password=${encodeURIComponent('k&y "1" ñ\\')}&host=a`],
    ['as in a form', 'k&y "1" ñ\\', `apipasswd=${new URLSearchParams({ s: 'k&y "1" ñ\\' }).toString().slice(2)}`],
    ['as in JSON', 'k&y "1" ñ\\', `body ${JSON.stringify({ key: 'k&y "1" ñ\\' })}`],
    ['with a lone surrogate', 'key\ud800', 'the key\ud800 of'],
  ])('%s is not written', (_, secret, text) => {
    for (const format of ['json', 'pretty'] as const) {
      const { log, lines } = start({ secrets: [secret], format });
      log.info(text, { field: text });
      expect(lines.join('')).toContain('[secret]');
      expect(lines.join('')).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(lines.join('')).not.toContain(encodeURIComponent(secret.toWellFormed()));
    }
  });

  it.each(['"level"', '","msg":"', 'info', 'true', '2026', '\\n"}'])(
    'that looks like the line, %s, leaves it JSON',
    (secret) => {
      const { log, lines } = start({ secrets: [secret] });
      log.info(`a ${secret} b`, { field: secret });
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', msg: 'a [secret] b', field: '[secret]' });
    },
  );

  it('of any kind is in no message and no field', () => {
    const secret = fc.string({ minLength: 4, unit: 'binary' }).filter((text) => !'[secret]'.includes(text));
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (key, before, after) => {
        const { log, lines } = start({ secrets: [key] });
        const text = `${before}#${key}#${after}`;
        log.info(text, { text });
        const line = JSON.parse(lines[0] ?? '');
        fc.pre(!`${before}#[secret]#${after}`.includes(key));
        expect(line.msg).not.toContain(key);
        expect(line.text).not.toContain(key);
      }),
    );
  });

  it('that is too short to be one leaves texts readable', () => {
    expect(scrubber(['a', '', 'abc'])('a b abc')).toBe('a b abc');
  });
});
