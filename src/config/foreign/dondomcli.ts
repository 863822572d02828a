import { accountsOf, type ForeignReader, namesOf } from './foreign.ts';

/** The provider's own shell script: `DDUSER="…"`, `DDPASSWORD="…"`, `DDHOST="…"`. */
export const readDondomcli: ForeignReader = (text) => {
  if (!/^\s*(?:set\s+)?DD(USER|PASSWORD|HOST)\s*=/m.test(text)) return undefined;
  const value = (name: string): string => {
    const found = new RegExp(
      `^\\s*(?:set\\s+|export\\s+)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s#;]*))`,
      'm',
    ).exec(text);
    return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
  };
  const account = { user: value('DDUSER'), key: value('DDPASSWORD'), hosts: namesOf(value('DDHOST')) };
  return { client: "the provider's script", accounts: accountsOf([account]), notes: [] };
};
