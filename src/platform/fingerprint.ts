import { randomBytes, scryptSync } from 'node:crypto';

/** Tells one secret from another without keeping it: slow on purpose, salted by the installation. */
export const fingerprint = (salt: string, parts: readonly string[]): string =>
  scryptSync(JSON.stringify(parts), salt, 16, { N: 4096 }).toString('hex');

/** A random name, 32 hexadecimal digits. */
export const randomName = (): string => randomBytes(16).toString('hex');
