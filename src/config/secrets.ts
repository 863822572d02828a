import { join } from 'node:path';
import type { Problem } from '../core/problem.ts';
import type { Files } from '../platform/files.ts';

/** One secret and the ways that it may come in. */
export type Wanted = {
  /** What it is called in messages, and the keys' places. */
  inline: { place: string; value: string | undefined };
  file: { place: string; path: string | undefined };
  /** Name of the systemd credential. */
  credential: string;
};

export type Secret =
  | { kind: 'secret'; value: string; warnings: Problem[] }
  | { kind: 'none' }
  | { kind: 'wrong'; problem: Problem };

export type Reader = { files: Files; uid: number | undefined; credentials: string | undefined };

const maxBytes = 64 * 1024;

/** Only what others may read, not a group: `root:hostpin` with mode 640 is a careful person's choice. */
const readableByOthers = 0o004;

/** A warning where other users of this machine can read a file with a secret in it. */
export const exposure = (path: string, mode: number, owner: number, uid: number | undefined): Problem[] => {
  // Without user ids (Windows) the mode's bits say nothing.
  if (uid === undefined || (mode & readableByOthers) === 0) return [];
  const fix =
    uid === owner || uid === 0
      ? `run: chmod 600 ${path}`
      : `as its owner, run: chmod 600 ${path} (this user must own it, too)`;
  return [{ where: path, what: 'has a secret in it, and every user of this machine can read it', fix }];
};

const checked = (text: string, where: string): { value: string } | { problem: Problem } => {
  const value = text.replace(/(\r?\n)+$/, '');
  if (value.trim() === '') return { problem: { where, what: 'is empty', fix: 'write the secret on its first line' } };
  if (/[\r\n]/.test(value)) {
    return { problem: { where, what: 'has more than one line', fix: 'keep the secret alone, on one line' } };
  }
  return { value };
};

const readSecretFile = async (
  path: string,
  place: string,
  reader: Reader,
  warn: boolean,
): Promise<Secret & { denied?: boolean }> => {
  const content = await reader.files.readText(path, maxBytes);
  if (content.kind === 'failure') {
    const fix =
      content.code === 'ENOENT'
        ? `write the secret to ${path}, with mode 600`
        : 'make it a file that this user can read';
    const problem = { where: place, what: `can't read ${path}: ${content.reason}`, fix };
    return { kind: 'wrong', problem, denied: content.code === 'EACCES' || content.code === 'EPERM' };
  }
  const result = checked(content.text, `${place}, file ${path}`);
  if ('problem' in result) return { kind: 'wrong', problem: result.problem };
  const status = warn ? await reader.files.stat(path) : undefined;
  const warnings = status?.kind === 'stat' ? exposure(path, status.mode, status.uid, reader.uid) : [];
  return { kind: 'secret', value: result.value, warnings };
};

/** systemd guards its credentials' permissions itself. */
const readCredential = async ({ credential }: Wanted, reader: Reader): Promise<Secret> => {
  if (!reader.credentials) return { kind: 'none' };
  const path = join(reader.credentials, credential);
  return (await reader.files.exists(path))
    ? readSecretFile(path, `the systemd credential '${credential}'`, reader, false)
    : { kind: 'none' };
};

/**
 * A secret from the way that is configured, else from the systemd credential. The credential also stands in for a file
 * that this user may not read: a service without rights gets root's file handed over that way.
 */
export const resolveSecret = async (wanted: Wanted, reader: Reader): Promise<Secret> => {
  const { inline, file } = wanted;
  if (inline.value !== undefined) {
    const result = checked(inline.value, inline.place);
    return 'problem' in result
      ? { kind: 'wrong', problem: result.problem }
      : { kind: 'secret', value: result.value, warnings: [] };
  }
  if (file.path === undefined) return readCredential(wanted, reader);
  const { denied, ...read } = await readSecretFile(file.path, file.place, reader, true);
  if (!denied) return read;
  const handedOver = await readCredential(wanted, reader);
  return handedOver.kind === 'none' ? read : handedOver;
};
