import { readFileSync, writeFileSync } from 'node:fs';
import { renderOptionsTable } from '../src/config/docs.ts';

const begin = '<!-- options -->';
const end = '<!-- /options -->';
const file = new URL('../README.md', import.meta.url);

/** The README as it is. */
export const readReadme = (): string => readFileSync(file, 'utf8');

/** The README with the table of options that the schema gives now. */
export const withOptionsTable = (readme: string): string => {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md has no place between ${begin} and ${end}`);
  return `${readme.slice(0, from + begin.length)}\n\n${renderOptionsTable().trim()}\n\n${readme.slice(to)}`;
};

// `npm run docs`
if (process.argv[2] === '--write') writeFileSync(file, withOptionsTable(readReadme()));
