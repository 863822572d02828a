import * as z from 'zod/mini';
import { accountsOf, type ForeignAccount, type ForeignReader, isProvider, namesOf } from './foreign.ts';

const text = z.optional(z.string());
const document = z.object({
  settings: z.array(
    z.object({
      provider: z.string(),
      domain: z.string(),
      /** The part before the domain; `host` in older versions, and both missing where `domain` is the whole name. */
      owner: text,
      host: text,
      username: text,
      key: text,
      password: text,
      ip_version: text,
    }),
  ),
});

const whole = (owner: string, domain: string): string =>
  owner === '@' || owner === '' ? domain : `${owner}.${domain}`;

/** ddns-updater's config.json. */
export const readDdnsUpdater: ForeignReader = (source) => {
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch {
    return undefined;
  }
  const parsed = document.safeParse(json);
  if (!parsed.success) return undefined;
  const entries: ForeignAccount[] = [];
  const notes: string[] = [];
  for (const each of parsed.data.settings) {
    const owners = namesOf(each.owner ?? each.host ?? '@');
    const hosts = namesOf(each.domain).flatMap((domain) => owners.map((owner) => whole(owner, domain)));
    if (!isProvider(each.provider)) notes.push(`${hosts.join(', ')}: of another provider (${each.provider}), left out`);
    else if (each.ip_version === 'ipv6')
      notes.push(`${hosts.join(', ')}: IPv6 wants 'types: [AAAA]' and the main API (api.user), left out`);
    else entries.push({ user: each.username ?? '', key: each.key ?? each.password ?? '', hosts });
  }
  return { client: 'ddns-updater', accounts: accountsOf(entries), notes };
};
