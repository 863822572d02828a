/** Domain names as DNS messages hold them (RFC 1035 3.1, 4.1.4). */

const longestName = 255;
const longestLabel = 63;

/** The name as labels with their lengths; undefined where it is no name. A final dot makes no difference. */
export const writeName = (name: string): number[] | undefined => {
  const bare = name.endsWith('.') ? name.slice(0, -1) : name;
  if (!/^[\x21-\x7e]+$/.test(bare)) return undefined;
  const bytes: number[] = [];
  for (const label of bare.split('.')) {
    if (label.length === 0 || label.length > longestLabel) return undefined;
    bytes.push(label.length, ...Array.from(label, (character) => character.charCodeAt(0)));
  }
  bytes.push(0);
  return bytes.length > longestName ? undefined : bytes;
};

/**
 * The name at an offset, pointers followed, and the offset behind it; undefined where it is not whole, too long, or
 * where a pointer leads anywhere but backwards, so that none can lead in a circle.
 */
export const readName = (message: Uint8Array, offset: number): { name: string; next: number } | undefined => {
  const labels: string[] = [];
  let at = offset;
  let lowest = offset;
  let next: number | undefined;
  let size = 1;
  for (;;) {
    const length = message[at];
    if (length === undefined) return undefined;
    if (length === 0) return { name: labels.join('.'), next: next ?? at + 1 };
    if (length >= 0xc0) {
      const low = message[at + 1];
      if (low === undefined) return undefined;
      next ??= at + 2;
      at = ((length & 0x3f) << 8) | low;
      if (at >= lowest) return undefined;
      lowest = at;
    } else if (length > longestLabel) {
      // 01 and 10 as the first two bits are reserved (RFC 1035 4.1.4, RFC 6891 5).
      return undefined;
    } else {
      size += 1 + length;
      if (size > longestName || at + 1 + length > message.length) return undefined;
      labels.push(labelText(message.subarray(at + 1, at + 1 + length)));
      at += 1 + length;
    }
  }
};

/** Names are the same whatever the case of their letters (RFC 4343), with or without a final dot. */
export const sameName = (a: string, b: string): boolean => plain(a) === plain(b);

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Bytes that would make another name of it in text are written `\DDD` (RFC 1035 5.1). */
const labelText = (label: Uint8Array): string =>
  Array.from(label, (byte) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x2e && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\${String(byte).padStart(3, '0')}`,
  ).join('');
