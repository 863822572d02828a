import { readable, readForeign } from '../config/foreign/read.ts';
import { resolvePath } from '../config/paths.ts';
import { writeConfiguration } from '../config/written.ts';
import { exit } from '../core/exit.ts';
import { type Call, isJson, printJson, textFlag } from './call.ts';
import { fail } from './failure.ts';
import { alreadyThere, inTheWay, placeOf, putInPlace, toFind } from './new-configuration.ts';

/** No configuration of a client comes near it. */
const maxBytes = 1024 * 1024;

/** `hostpin import FILE`: shows another client's configuration as ours, and with `--write` puts it in place. */
export const run = async (call: Call): Promise<number> => {
  const { platform, env, flags } = call;
  const path = resolvePath(textFlag(flags.file) ?? '', env.HOME ?? platform.cwd(), platform.cwd());
  const content = await platform.files.readText(path, maxBytes);
  if (content.kind === 'failure')
    return fail(call, exit.usage, `${path} can't be read: ${content.reason}. Name a file: ${readable}.`);
  const read = readForeign(content.text);
  if (read.kind === 'wrong') return fail(call, exit.configuration, `${path}: ${read.what}; ${read.fix}.`);

  const place = placeOf(call);
  const written = {
    user: read.user,
    hosts: read.hosts,
    types: ['A'] as const,
    ...(read.every ? { every: read.every } : {}),
  };
  const write = flags.write === true;
  if (write) {
    const there = await inTheWay(call, [place.file, place.keyFile]);
    if (there !== undefined) return fail(call, exit.usage, alreadyThere(there));
    const wrong = await putInPlace(call, place, written, { key: read.key });
    if (wrong !== undefined) return fail(call, exit.usage, `${wrong} Name a place that can be written with --config.`);
  }
  const yaml = writeConfiguration({ ...written, keyFile: place.keyFile });
  if (isJson(call)) {
    const { client, hosts, notes } = read;
    printJson(call, { client, file: place.file, key_file: place.keyFile, written: write, hosts, notes, yaml });
    return exit.ok;
  }
  platform.out(yaml);
  for (const note of read.notes) platform.err(`Note: ${note}.\n`);
  platform.err(
    write
      ? `This is ${place.file} now, and the key is in ${place.keyFile}. Stop ${read.client}, then: hostpin check${toFind(call, place)}\n`
      : `Nothing was written. --write puts this to ${place.file}, and the key, which is not shown, to ${place.keyFile}.\n`,
  );
  return exit.ok;
};
