const headerSize = 64;
const allocated = 2n;
const stringTable = 3;

/**
 * A 64-bit little-endian ELF file without what is not loaded when it runs: symbols, debugging information, comments.
 * What `strip` does, on every machine and for every processor. Offsets as in elf(5).
 */
export const withoutSymbols = (file: Buffer): Buffer => {
  if (file.readUInt32BE(0) !== 0x7f454c46 || file.readUInt16LE(4) !== 0x0102) throw new Error('not a 64-bit ELF file');
  const table = Number(file.readBigUInt64LE(0x28));
  const sections = Array.from({ length: file.readUInt16LE(0x3c) }, (_, index) =>
    file.subarray(table + index * headerSize, table + (index + 1) * headerSize),
  );
  // Sections name each other by number. The loaded ones come first, so that their numbers stay.
  const loaded = sections.findLastIndex((section) => (section.readBigUInt64LE(8) & allocated) !== 0n) + 1;
  if (sections.slice(1, loaded).some((section) => (section.readBigUInt64LE(8) & allocated) === 0n)) {
    throw new Error('sections that are loaded stand after others that are not');
  }
  const kept = sections.slice(0, loaded).map((section) => Buffer.from(section));
  const oldNames = sections[file.readUInt16LE(0x3e)];
  if (oldNames === undefined) throw new Error('the sections have no names');

  const end = Math.max(...kept.map(endOf), ...segmentEnds(file));
  const names = Buffer.from([...kept.map((section) => nameOf(file, oldNames, section)), '.shstrtab', ''].join('\0'));
  let at = 0;
  for (const section of kept) {
    section.writeUInt32LE(at, 0);
    at = names.indexOf(0, at) + 1;
  }
  const namesHeader = Buffer.alloc(headerSize);
  namesHeader.writeUInt32LE(at, 0);
  namesHeader.writeUInt32LE(stringTable, 4);
  namesHeader.writeBigUInt64LE(BigInt(end), 0x18);
  namesHeader.writeBigUInt64LE(BigInt(names.length), 0x20);
  namesHeader.writeBigUInt64LE(1n, 0x30);

  const padding = Buffer.alloc(-(end + names.length) & 7);
  const result = Buffer.concat([file.subarray(0, end), names, padding, ...kept, namesHeader]);
  result.writeBigUInt64LE(BigInt(end + names.length + padding.length), 0x28);
  result.writeUInt16LE(loaded + 1, 0x3c);
  result.writeUInt16LE(loaded, 0x3e);
  return result;
};

/** Where the section's bytes end in the file; one of kind "no bits" has none. */
const endOf = (section: Buffer): number =>
  Number(section.readBigUInt64LE(0x18)) + (section.readUInt32LE(4) === 8 ? 0 : Number(section.readBigUInt64LE(0x20)));

const segmentEnds = (file: Buffer): number[] => {
  const table = Number(file.readBigUInt64LE(0x20));
  return Array.from({ length: file.readUInt16LE(0x38) }, (_, index) => {
    const segment = table + index * 56;
    return Number(file.readBigUInt64LE(segment + 8) + file.readBigUInt64LE(segment + 32));
  });
};

const nameOf = (file: Buffer, names: Buffer, section: Buffer): string => {
  const at = Number(names.readBigUInt64LE(0x18)) + section.readUInt32LE(0);
  return file.toString('latin1', at, file.indexOf(0, at));
};
