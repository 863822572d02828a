import { accountsOf, type ForeignAccount, type ForeignReader, isProvider, namesOf } from './foreign.ts';

/** `name=value`, quoted where it has spaces; a password may have everything but a space in it. */
const assignment = /^([\w-]+)\s*=\s*(?:'([^']*)'|"([^"]*)"|([^\s,]*))\s*,?\s*/;

/** Lines without comments; one that ends in a backslash goes on in the next. */
const linesOf = (text: string): string[] =>
  text
    .replace(/(^|\s)#.*$/gm, '$1')
    .replace(/\\[ \t]*\r?\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** ddclient(8), "CONFIGURATION FILE FORMAT": assignments that stand alone are for all hosts after them. */
export const readDdclient: ForeignReader = (text) => {
  if (!/^\s*(protocol|login|password|server|use|usev4|daemon)\s*=/m.test(text) || /^\s*\{/.test(text)) return undefined;
  const entries: ForeignAccount[] = [];
  const notes = new Set<string>();
  let globals = new Map<string, string>();
  for (const line of linesOf(text)) {
    const own = new Map(globals);
    let rest = line;
    for (let found = assignment.exec(rest); found; found = assignment.exec(rest)) {
      own.set(found[1] ?? '', found[2] ?? found[3] ?? found[4] ?? '');
      rest = rest.slice(found[0].length);
    }
    const hosts = namesOf(rest);
    if (hosts.length === 0) {
      globals = own;
      continue;
    }
    const protocol = own.get('protocol') ?? '';
    if (isProvider(protocol) || isProvider(own.get('server') ?? '')) {
      entries.push({ user: own.get('login') ?? '', key: own.get('password') ?? '', hosts });
    } else {
      notes.add(`${hosts.join(', ')}: of another provider (protocol ${protocol || 'not given'}), left out`);
    }
  }
  if ([...globals.keys()].some((name) => /^(use|usev4|usev6|web|webv4|webv6|if|ifv4|ifv6|cmd|cmdv4)$/.test(name)))
    notes.add('how the address is found (use=…): left out, since hostpin asks several sources by itself');
  const daemon = /^(\d+)s?$/.exec(globals.get('daemon') ?? '')?.[1];
  return {
    client: 'ddclient',
    accounts: accountsOf(entries),
    ...(daemon !== undefined && Number(daemon) > 0 ? { everySeconds: Number(daemon) } : {}),
    notes: [...notes],
  };
};
