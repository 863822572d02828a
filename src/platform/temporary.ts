import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder that only this user can read. */
export const temporaryFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'hostpin-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
