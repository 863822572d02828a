import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledPackage } from './bundle.ts';

const rule = `\n${'='.repeat(78)}\n\n`;

/**
 * The licences of everything that is in the executables: the bundled packages, and Node with what Node contains. That one
 * is taken from the first of the folders of Node's packages that has it.
 */
export const licensesOf = (packages: readonly BundledPackage[], nodeFolders: readonly string[]): string => {
  const node = nodeFolders.map((folder) => join(folder, 'LICENSE')).find(existsSync);
  if (node === undefined) throw new Error("none of Node's packages has its LICENSE");
  return [
    'The executables of hostpin contain the following packages, and Node.js.\n',
    ...packages.map(
      ({ name, version, license, text }) =>
        `${name} ${version}\n\n${text === '' ? `${license}; the package has no text of it.` : text.trim()}\n`,
    ),
    `Node.js\n\n${readFileSync(node, 'utf8').trim()}\n`,
  ].join(rule);
};
