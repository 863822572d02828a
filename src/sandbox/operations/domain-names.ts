import { asIPv4, asIPv6 } from '../address.ts';
import type { DnssecEntry, GlueRecord } from '../domains.ts';
import { isInZone } from '../names.ts';
import { type Checked, count, fine, given, hostName, invalid, missing } from './checks.ts';
import { changed, lockOf } from './domain-change.ts';
import { dnssecOf, glueOf } from './domain-view.ts';
import { type DomainCall, domainOperation, type Operation, type Reply, refused } from './operation.ts';
import { versionOf } from './version.ts';

const serverOf = ({ parameters, domain }: DomainCall): Checked<string> => {
  const name = hostName(parameters, 'name');
  if (!name.ok) return name;
  const below = name.value !== domain.name && isInZone(name.value, domain.name);
  return below ? name : invalid('name', `a name below ${domain.name}`);
};

const readGlue = (call: DomainCall): Checked<GlueRecord> => {
  const name = serverOf(call);
  if (!name.ok) return name;
  const ipv4 = asIPv4(given(call.parameters, 'ipv4') ?? '');
  if (ipv4 === undefined) return invalid('ipv4', 'an IPv4 address');
  const text = given(call.parameters, 'ipv6');
  if (text === undefined) return fine({ name: name.value, ipv4 });
  const ipv6 = asIPv6(text);
  return ipv6 ? fine({ name: name.value, ipv4, ipv6 }) : invalid('ipv6', 'an IPv6 address');
};

/** Runs what changes glue records; `exists` tells whether the server must be there before. */
const glue =
  (exists: boolean, title: string, change: (old: readonly GlueRecord[], record: GlueRecord) => GlueRecord[]) =>
  (call: DomainCall): Reply => {
    const record = readGlue(call);
    if (!record.ok) return record;
    const lock = lockOf(call);
    if (lock) return lock;
    const { gluerecords } = call.domain;
    if (gluerecords.some(({ name }) => name === record.value.name) !== exists) {
      return refused(2200, exists ? 'The glue record does not exist' : 'The glue record exists already');
    }
    return changed(call, { title, change: { gluerecords: change(gluerecords, record.value) } }, glueOf);
  };

const deleteGlue = (call: DomainCall): Reply => {
  const name = serverOf(call);
  if (!name.ok) return name;
  const lock = lockOf(call);
  if (lock) return lock;
  const { nameservers, gluerecords: old } = call.domain;
  if (!old.some((record) => record.name === name.value)) return refused(2200, 'The glue record does not exist');
  if (nameservers.includes(name.value)) return refused(2200, 'The glue record is that of a name server of the domain');
  const gluerecords = old.filter((record) => record.name !== name.value);
  return changed(call, { title: 'Glue record deleted', change: { gluerecords } }, glueOf);
};

/** Octets of a digest by its type (RFC 4034, RFC 4509, RFC 5933, RFC 6605). */
const digestOctets: ReadonlyMap<number, number> = new Map([
  [1, 20],
  [2, 32],
  [3, 32],
  [4, 48],
]);

const readEntry = ({ parameters }: DomainCall): Checked<DnssecEntry> => {
  const keytag = count(parameters, 'keytag', 65535);
  if (!keytag.ok) return keytag;
  const algorithm = count(parameters, 'algorithm', 255);
  if (!algorithm.ok) return algorithm;
  const digesttype = count(parameters, 'digesttype', 255);
  if (!digesttype.ok) return digesttype;
  const octets = digestOctets.get(digesttype.value ?? 0);
  if (octets === undefined) return invalid('digesttype', '1, 2, 3 or 4');
  const digest = given(parameters, 'digest')?.replace(/\s/g, '').toUpperCase() ?? '';
  if (!/^[0-9A-F]*$/.test(digest) || digest.length !== 2 * octets) {
    return invalid('digest', `${2 * octets} hexadecimal digits`);
  }
  return fine({
    keytag: keytag.value ?? 0,
    algorithm: algorithm.value ?? 0,
    digesttype: digesttype.value ?? 0,
    digest,
  });
};

const isSame = (one: DnssecEntry) => (other: DnssecEntry) =>
  one.keytag === other.keytag &&
  one.algorithm === other.algorithm &&
  one.digesttype === other.digesttype &&
  one.digest === other.digest;

const withEntry = (call: DomainCall, run: (entry: DnssecEntry, exists: boolean) => Reply): Reply => {
  const entry = readEntry(call);
  if (!entry.ok) return entry;
  return lockOf(call) ?? run(entry.value, call.domain.dnssec.some(isSame(entry.value)));
};

const entryFields = ['keytag', 'algorithm', 'digesttype', 'digest'] as const;

/** Specification, Module domain: glue records and DNSSEC. */
export const domainNames: readonly Operation[] = [
  domainOperation(
    'domain/gluerecordcreate',
    ['name', 'ipv4'],
    glue(false, 'Glue record created', (old, record) => [...old, record]),
  ),
  domainOperation(
    'domain/gluerecordupdate',
    ['name', 'ipv4'],
    glue(true, 'Glue record updated', (old, record) =>
      old.map((other) => (other.name === record.name ? record : other)),
    ),
  ),
  domainOperation('domain/gluerecorddelete', ['name'], deleteGlue),
  domainOperation('domain/dnsseccreate', entryFields, (call) =>
    withEntry(call, (entry, exists) => {
      if (exists) return refused(2200, 'The DNSSEC entry exists already');
      return changed(
        call,
        { title: 'DNSSEC entry created', change: { dnssec: [...call.domain.dnssec, entry] } },
        dnssecOf,
      );
    }),
  ),
  domainOperation('domain/dnssecdelete', entryFields, (call) => {
    // Specification, Versioning: the earlier version asks for a name, and does not say of what.
    if (versionOf(call) === '1.0.14' && !given(call.parameters, 'name')) return missing('name');
    return withEntry(call, (entry, exists) => {
      if (!exists) return refused(2200, 'The DNSSEC entry does not exist');
      const dnssec = call.domain.dnssec.filter((other) => !isSame(entry)(other));
      return changed(call, { title: 'DNSSEC entry deleted', change: { dnssec } }, dnssecOf);
    });
  }),
];
