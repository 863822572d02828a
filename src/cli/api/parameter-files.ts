import { meaningOf } from '../../api/parameter.ts';
import type { Schema } from '../../api/shape.ts';
import { exposure } from '../../config/secrets.ts';
import type { Problem } from '../../core/problem.ts';
import { person } from '../../platform/person.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Arguments } from './arguments.ts';

const maxBytes = 4 << 20;

type Read = { params: Arguments['params']; problems: string[]; warnings: Problem[] };

/** Adds the parameters that `--param-file` names. The line feeds at a file's end are not part of the value. */
export const readParameterFiles = async (
  { params: given, files }: Arguments,
  fields: Readonly<Record<string, Schema>>,
  platform: Platform,
): Promise<Read> => {
  const read: Read = { params: { ...given }, problems: [], warnings: [] };
  if (files.filter(({ path }) => path === '-').length > 1) {
    read.problems.push('--param-file: the standard input (-) can be one parameter only.');
    return read;
  }
  for (const { parameter, path } of files) {
    if (given[parameter] !== undefined) {
      read.problems.push(`--${parameter} and --param-file ${parameter} are both given: keep one of the two.`);
      continue;
    }
    const content = path === '-' ? await person.input(maxBytes) : await platform.files.readText(path, maxBytes);
    if (content.kind === 'failure') {
      read.problems.push(`--param-file ${parameter}=${path}: ${content.reason}.`);
      continue;
    }
    // What is no UTF-8 came here as this character: what would be sent is not what the file has.
    if (content.text.includes('\ufffd')) {
      read.problems.push(`--param-file ${parameter}=${path}: it is no text in UTF-8.`);
      continue;
    }
    read.params[parameter] = content.text.replace(/(\r?\n)+$/, '');
    const field = fields[parameter];
    const status = path === '-' || !(field && meaningOf(field)?.secret) ? undefined : await platform.files.stat(path);
    if (status?.kind === 'stat' && status.type === 'file') {
      read.warnings.push(...exposure(path, status.mode, status.uid, platform.uid));
    }
  }
  return read;
};
