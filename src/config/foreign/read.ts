import { readHostName } from '../host-name.ts';
import { readDdclient } from './ddclient.ts';
import { readDdnsUpdater } from './ddns-updater.ts';
import { readDondomcli } from './dondomcli.ts';
import type { ForeignReader } from './foreign.ts';
import { readInadyn } from './inadyn.ts';

/** Those whose marks are the plainest come first. */
const readers: readonly ForeignReader[] = [readDdnsUpdater, readDondomcli, readInadyn, readDdclient];

export const readable = 'ddclient.conf, inadyn.conf, config.json of ddns-updater, dondomcli.conf';

/** What of another client's configuration hostpin can go on with. */
export type Imported =
  | { kind: 'imported'; client: string; user: string; key: string; hosts: string[]; every?: string; notes: string[] }
  | { kind: 'wrong'; what: string; fix: string };

/** hostpin looks at most this often by its schedule, and at least once a day. */
const everyOf = (seconds: number): string => `${Math.min(Math.max(Math.round(seconds), 30), 86_400)}s`;

/** Reads another client's configuration, whichever it is. No text that it gives has the key in it. */
export const readForeign = (text: string): Imported => {
  const foreign = readers.map((read) => read(text)).find((read) => read !== undefined);
  if (!foreign) {
    return { kind: 'wrong', what: 'this is no configuration that is known here', fix: `it can be ${readable}` };
  }
  const { client, accounts, everySeconds } = foreign;
  const notes = [...foreign.notes];
  const [account, ...others] = accounts;
  for (const { user, hosts } of others)
    notes.push(
      `${hosts.join(', ')}: of another user (${user}); run a second hostpin with a configuration of its own for them`,
    );
  const hosts: string[] = [];
  for (const written of account?.hosts ?? []) {
    const name = readHostName(written);
    if (name.kind === 'value') hosts.push(name.value);
    else notes.push(`${name.what}, left out`);
  }
  if (account === undefined || hosts.length === 0) {
    return {
      kind: 'wrong',
      what: `this configuration of ${client} has no host of this provider with its user and key${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`,
      fix: "write the three lines by hand, or let 'hostpin init' do it",
    };
  }
  const every = everySeconds === undefined ? {} : { every: everyOf(everySeconds) };
  return {
    kind: 'imported',
    client,
    user: account.user,
    key: account.key,
    hosts: [...new Set(hosts)],
    ...every,
    notes,
  };
};
