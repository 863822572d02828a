/**
 * A Windows executable without its Authenticode signature, which a changed file makes wrong, and a wrong one is worse
 * than none. Offsets as in Microsoft's "PE Format", headings "Optional Header" and "The Attribute Certificate Table".
 */
export const withoutSignature = (file: Buffer): Buffer => {
  const header = file.readUInt32LE(0x3c);
  const optional = header + 24;
  if (file.toString('latin1', header, header + 4) !== 'PE\0\0' || file.readUInt16LE(optional) !== 0x20b) {
    throw new Error('not a 64-bit Windows executable');
  }
  const entry = optional + 112 + 4 * 8;
  const [start, size] = [file.readUInt32LE(entry), file.readUInt32LE(entry + 4)];
  if (size === 0) return file;
  if (start + size !== file.length) throw new Error('the signature is not at the end of the file');
  const unsigned = Buffer.from(file.subarray(0, start));
  unsigned.writeBigUInt64LE(0n, entry);
  return unsigned;
};
