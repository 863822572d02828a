import { parseAddress } from '../../core/address.ts';
import type { Family } from '../../core/observation.ts';
import type { Answer } from '../source.ts';
import { visibleText } from './html.ts';

/** Everything that can stand in an address or stick to one: a part of `v1.2.3.4-5` or `http://1.2.3.4/` is no address. */
const run = /[\w.:/%@+-]+/g;

/** Longer runs are no address, however they are read: a label, an address and a port. */
const longestRun = 80;

/** What stands before a value that is the caller's address: `ip=`, `"ip": "`, `Current IP Address: `. */
const label = /(?:ip(?:v?[46])?|addr(?:ess)?)["']?\s*[:=]\s*["']?$/i;

/**
 * Finds the address in an echo page's answer: plain text, HTML, JSON or `key=value` lines. It is the first address of
 * the family that is labelled as one, else the first: pages like Cloudflare's /cdn-cgi/trace name their own address
 * (`h=1.1.1.1`) before the caller's (`ip=…`).
 */
export const readEcho = (
  response: { status: number; headers: Record<string, string>; body: string },
  family: Family,
): Answer => {
  const { status, body } = response;
  if (status >= 300 && status < 400) {
    return { kind: 'none', reason: `answered HTTP ${status}: it has moved, and redirects are not followed` };
  }
  if (status < 200 || status > 299) return { kind: 'none', reason: `answered HTTP ${status}` };
  const isMarkup = /html|xml/i.test(response.headers['content-type'] ?? '') || /^\s*</.test(body.slice(0, 100));
  const address = firstAddress(isMarkup ? visibleText(body) : body, family);
  return address === undefined
    ? { kind: 'none', reason: `its answer has no ${family === 'ipv4' ? 'IPv4' : 'IPv6'} address in it` }
    : { kind: 'address', address };
};

/** The address of the family in a text, in canonical form: the first that is labelled as an address, else the first. */
export const firstAddress = (text: string, family: Family): string | undefined => {
  let first: string | undefined;
  for (const match of text.matchAll(run)) {
    if (match[0].length > longestRun) continue;
    const found = addressIn(match[0], family);
    if (found === undefined) continue;
    const before = text.slice(Math.max(0, match.index - 40), match.index) + found.before;
    if (label.test(before)) return found.address;
    first ??= found.address;
  }
  return first;
};

function addressIn(text: string, family: Family): { address: string; before: string } | undefined {
  const trimmed = text.replace(/[.]+$/, '');
  for (const [before, candidate] of readings(trimmed)) {
    const address = parseAddress(candidate);
    if (address) return address.family === family ? { address: address.text, before } : undefined;
  }
  return undefined;
}

/** The ways to read a run of characters as [what stands before, address]. */
function readings(text: string): [before: string, candidate: string][] {
  const ways: [string, string][] = [['', text]];
  // A label that is stuck to its value, `IP:192.0.2.1`; one of hexadecimal digits alone is a part of an IPv6 address.
  const labelled = /^([A-Za-z_][\w-]*):(.+)$/.exec(text);
  if (labelled?.[1] && labelled[2] && !/^[0-9a-f]{1,4}$/i.test(labelled[1])) {
    ways.push([`${labelled[1]}:`, labelled[2]]);
  }
  // What a dual-stack server sees of an IPv4 client (RFC 4291 2.5.5.2), and an address with its port.
  const mapped = /^::ffff:([\d.]+)$/i.exec(text);
  if (mapped?.[1]) ways.push(['', mapped[1]]);
  const withPort = /^([\d.]+):\d{1,5}$/.exec(text);
  if (withPort?.[1]) ways.push(['', withPort[1]]);
  return ways;
}
