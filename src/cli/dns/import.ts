import { readZone, type ZoneClient } from '../../api/zone-apply.ts';
import { planChanges } from '../../api/zone-changes.ts';
import { readZoneFile, type ZoneFile } from '../../api/zone-file/read.ts';
import { isZonesOwn } from '../../api/zone-record.ts';
import { person } from '../../platform/person.ts';
import { onOneLine } from '../api/layout.ts';
import { failCall, failUsage } from '../api/refusal.ts';
import type { Call } from '../call.ts';
import { perform } from './perform.ts';
import type { Request } from './request.ts';
import { count } from './words.ts';

type Import = Request & { action: 'import' };

const maxBytes = 8 << 20;
const maxProblems = 20;
/** In characters: a line of a file that is none can be the whole of it. */
const maxProblem = 200;

/** The zone file, or the exit code where it can't be used: then nothing of it is. */
export const readFileFor = async (call: Call, { host, file, ttl, sweep }: Import): Promise<ZoneFile | number> => {
  const read = file === '-' ? await person.input(maxBytes) : await call.platform.files.readText(file, maxBytes);
  if (read.kind === 'failure') return failUsage(call, [`${file} can't be read: ${read.reason}.`], 'Nothing was sent.');
  const zone = readZoneFile(read.text, host, ttl);
  if (zone.problems.length > 0) {
    const said = zone.problems
      .slice(0, maxProblems)
      .map(({ line, what }) => `${file}, line ${line}: ${onOneLine(what.slice(0, maxProblem))}`);
    const more = zone.problems.length - said.length;
    const hint = 'A zone file is used as a whole or not at all; nothing was sent.';
    return failUsage(call, more > 0 ? [...said, `… and ${more} more`] : said, hint, 'unreadable-zone-file');
  }
  if (sweep && zone.records.length === 0)
    return failUsage(
      call,
      [`${file} has no records, and --delete would empty the zone.`],
      "Nothing was sent; 'hostpin api service/dnsdeleteall' does that.",
      'empty-zone-file',
    );
  return zone;
};

/** Makes the zone have what the file has. */
export const importZone = async (
  call: Call,
  client: ZoneClient,
  service: string,
  request: Import,
  file: ZoneFile,
): Promise<number> => {
  const zone = await readZone(service, client);
  if (zone.kind === 'failed') return failCall(call, zone);
  const plan = planChanges(file.records, zone.records, service, request.sweep);
  const own = file.records.filter((record) => isZonesOwn(record, service));
  const why = "the zone's own name servers are the domain's (hostpin api domain/updatenameservers)";
  const leftOut = [...file.leftOut, ...own.map(({ line, name, type }) => ({ line, what: `${name} ${type}`, why }))];
  const kept =
    plan.kept.length === 0 ? '' : ` It has ${count(plan.kept.length, 'record')} more; --delete deletes such.`;
  const settled =
    plan.inTheWay.length > 0
      ? ''
      : `Nothing to do: the zone of ${service} has all that the file has.${request.sweep ? '' : kept}`;
  return perform(call, client, { service, plan, leftOut, settled, grave: true }, request);
};
