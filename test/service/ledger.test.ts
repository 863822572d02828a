import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, type Ledger, readLedger, withEntry, writeLedger } from '../../src/service/ledger.ts';

const text = fc.string();
const access = { mode: fc.nat(), uid: fc.nat(), gid: fc.nat() };
const optional = { noNullPrototype: true };
const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ kind: fc.constant('folder' as const), path: text }, optional),
  fc.record({ kind: fc.constant('user' as const), name: text }, optional),
  fc.record({ kind: fc.constant('access' as const), path: text, ...access, now: fc.nat() }, optional),
  fc.record({ kind: fc.constant('link' as const), path: text, to: text, was: text }, optional),
  fc.record({ kind: fc.constant('program' as const), path: text, digests: fc.array(text), aside: text }, optional),
  fc.record(
    {
      kind: fc.constant('file' as const),
      what: fc.constantFrom('unit', 'configuration', 'secret', 'certificates'),
      path: text,
      digests: fc.array(text),
      was: fc.record({ text, ...access }, optional),
    },
    optional,
  ),
);

describe('the ledger', () => {
  it('that is written is read again', () => {
    fc.assert(
      fc.property(fc.array(entry), fc.boolean(), (entries, finished) => {
        const ledger: Ledger = { version: 1, init: 'systemd', finished, entries };
        expect(readLedger(writeLedger(ledger))).toEqual(ledger);
      }),
    );
  });

  it.each(['', '{', 'null', '[]', '{"version":2}', '{"version":1,"init":"upstart","finished":true,"entries":[]}'])(
    'is none in %j',
    (damaged) => expect(readLedger(damaged)).toBeUndefined(),
  );

  it('is read from any text without a throw', () => {
    fc.assert(fc.property(fc.oneof(text, fc.json()), (any) => void readLedger(any)));
  });

  it('has one entry for one thing, in the place of the first', () => {
    const start: Ledger = { version: 1, init: 'systemd', finished: true, entries: [] };
    const first = withEntry(withEntry(start, { kind: 'link', path: '/a', to: '/b' }), { kind: 'folder', path: '/a' });
    expect(withEntry(first, { kind: 'link', path: '/a', to: '/c' }).entries).toEqual([
      { kind: 'link', path: '/a', to: '/c' },
      { kind: 'folder', path: '/a' },
    ]);
  });
});
