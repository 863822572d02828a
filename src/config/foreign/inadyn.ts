import { accountsOf, type ForeignAccount, type ForeignReader, isProvider, namesOf } from './foreign.ts';

/** Comments, quoted texts, punctuation, words: the lexer of libconfuse, as far as inadyn.conf(5) uses it. */
const tokens =
  /\s+|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([={},()])|([^\s={},()"']+)/g;

type Token = { text: string; mark: boolean };

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(tokens)].flatMap(([, double, single, mark, word]): Token[] => {
    if (mark !== undefined) return [{ text: mark, mark: true }];
    const quoted = double ?? single;
    const value = quoted === undefined ? word : quoted.replace(/\\(.)/g, '$1');
    return value === undefined ? [] : [{ text: value, mark: false }];
  });

type Section = { kind: string; name: string; values: Map<string, string[]> };

/** The file's sections; the settings outside of them are the first. */
const sectionsOf = (text: string): Section[] => {
  const all = tokensOf(text);
  const first: Section = { kind: '', name: '', values: new Map() };
  const sections = [first];
  let current = first;
  let at = 0;
  const isMark = (mark: string): boolean => all[at]?.mark === true && all[at]?.text === mark;
  while (at < all.length) {
    const name = all[at++]?.text ?? '';
    if (name === '}') current = first;
    else if (isMark('=')) {
      at += 1;
      const values: string[] = [];
      if (isMark('{')) {
        for (at += 1; at < all.length && !isMark('}'); at += 1) if (!isMark(',')) values.push(all[at]?.text ?? '');
        at += 1;
      } else values.push(all[at++]?.text ?? '');
      current.values.set(name.toLowerCase(), values);
    } else if (all[at]?.mark === false && all[at + 1]?.text === '{') {
      current = { kind: name, name: all[at]?.text ?? '', values: new Map() };
      sections.push(current);
      at += 2;
    }
  }
  return sections;
};

/** inadyn.conf(5): `provider NAME { … }` and `custom NAME { … }`. */
export const readInadyn: ForeignReader = (text) => {
  if (!/^\s*(provider|custom)\s+\S+\s*\{/m.test(text)) return undefined;
  const [globals, ...sections] = sectionsOf(text);
  const entries: ForeignAccount[] = [];
  const notes: string[] = [];
  for (const { name, values } of sections) {
    const value = (key: string): string => values.get(key)?.[0] ?? '';
    if (isProvider(`${name} ${value('ddns-server')} ${value('ddns-path')}`)) {
      const hosts = (values.get('hostname') ?? []).flatMap(namesOf);
      entries.push({ user: value('username'), key: value('password'), hosts });
    } else notes.push(`the section ${name}: of another provider, left out`);
    if (values.has('checkip-server') || values.has('checkip-command'))
      notes.push('how the address is found (checkip-…): left out, since hostpin asks several sources by itself');
  }
  const period = Number(globals?.values.get('period')?.[0]);
  return {
    client: 'inadyn',
    accounts: accountsOf(entries),
    ...(period > 0 ? { everySeconds: period } : {}),
    notes: [...new Set(notes)],
  };
};
