import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../src/cli/commands.ts';
import { hostOptions, options } from '../src/config/options.ts';
import { exit } from '../src/core/exit.ts';
import { readReadme, withOptionsTable } from './docs.ts';

const readme = readReadme();
const map = readFileSync(new URL('../src/README.md', import.meta.url), 'utf8');
const here = (path: string): URL => new URL(`../${path}`, import.meta.url);
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

describe('README.md', () => {
  it('has the two commands on its first screen', () => {
    const screen = readme.split('\n').slice(0, 24).join('\n');
    expect(screen).toContain('npm ci && npm run demo');
    expect(screen).toContain('npm ci && npm test');
  });

  it('has the table of options that the schema gives (`npm run docs` writes it)', () => {
    expect(withOptionsTable(readme)).toBe(readme);
  });

  it('has a row for each exit code', () => {
    const rows = matches(readme, /^\| (\d+) \| /gm).map(Number);
    expect(rows).toEqual(Object.values(exit));
  });

  it('speaks of commands that exist', () => {
    const spoken = matches(readme, /(?:`|^|npx |sudo )hostpin ([a-z]+)\b/gm);
    const existing = commands.map(({ usage }) => usage.split(' ')[0]);
    expect(spoken.length).toBeGreaterThan(5);
    expect(spoken.filter((name) => !existing.includes(name))).toEqual([]);
  });

  it('shows configurations with keys that exist', () => {
    const known = [...options, ...hostOptions].map(({ path }) => path);
    const pathsOf = (value: unknown, prefix: string): string[] => {
      if (Array.isArray(value)) return value.flatMap((each) => pathsOf(each, `${prefix}[]`));
      if (typeof value !== 'object' || value === null) return prefix.endsWith('[]') ? [] : [prefix];
      return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, prefix === '' ? key : `${prefix}.${key}`));
    };
    const shown = [...matches(readme, /```yaml\n([^`]*)```/g), ...matches(readme, /<<'END'\n([\s\S]*?)\nEND\n/g)];
    expect(shown.length).toBeGreaterThanOrEqual(3);
    const used = shown.flatMap((text) => pathsOf(parse(text), '').map((path) => path.replace(/(?<!\[)\[\]$/, '')));
    expect(used.filter((path) => !known.includes(path))).toEqual([]);
  });

  it('links to files that exist', () => {
    const links = matches(readme, /\]\((?!https?:|#)([^)#]+)/g);
    expect(links.filter((path) => !existsSync(here(path)))).toEqual([]);
  });

  it('links to headings that exist', () => {
    const anchors = matches(readme, /^#+ (.*)$/gm).map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
    expect(matches(readme, /\]\(#([^)]+)/g).filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });
});

describe('src/README.md', () => {
  it('names every room', () => {
    const rooms = readdirSync(here('src/'), { withFileTypes: true })
      .filter((entry) =>
        entry.isDirectory() ? readdirSync(here(`src/${entry.name}`)).length > 0 : entry.name.endsWith('.ts'),
      )
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    expect(rooms.filter((room) => !map.includes(`| \`${room}\` |`))).toEqual([]);
  });

  it('leads to files that exist', () => {
    const files = matches(map, /`([a-z-]+(?:\/[a-z-]+)*\.ts)`/g);
    expect(files.length).toBeGreaterThan(30);
    expect(files.filter((file) => !existsSync(here(`src/${file}`)) && !existsSync(here(file)))).toEqual([]);
  });
});
