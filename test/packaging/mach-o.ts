import { createHash } from 'node:crypto';

/** Load commands of a 64-bit Mach-O file, as in <mach-o/loader.h>. */
const loadCommands = (file: Buffer): { kind: number; at: number }[] => {
  const commands: { kind: number; at: number }[] = [];
  for (let at = 32; commands.length < file.readUInt32LE(16); at += file.readUInt32LE(at + 4)) {
    commands.push({ kind: file.readUInt32LE(at), at });
  }
  return commands;
};

/** Magic number, processor and file type. */
export const kindOf = (file: Buffer): number[] => [0, 4, 12].map((at) => file.readUInt32LE(at));

/** The names of the segments. */
export const segmentsOf = (file: Buffer): string[] =>
  loadCommands(file)
    .filter(({ kind }) => kind === 0x19)
    .map(({ at }) => file.toString('latin1', at + 8, at + 24).replaceAll('\0', ''));

/** What the signature says, as in XNU's <kern/cs_blobs.h>, and how many pages of the file it does not fit. */
export const signatureOf = (file: Buffer) => {
  const command = loadCommands(file).find(({ kind }) => kind === 0x1d);
  if (command === undefined) throw new Error('there is no signature');
  const start = file.readUInt32LE(command.at + 8);
  const signature = file.subarray(start);
  const slots = Array.from({ length: signature.readUInt32BE(8) }, (_, slot) => signature.readUInt32BE(16 + 8 * slot));
  const at = slots.find((each) => signature.readUInt32BE(each) === 0xfade0c02);
  if (at === undefined) throw new Error('the signature has no code directory');
  const directory = signature.subarray(at);
  const [hashes, name, pages, limit] = [16, 20, 28, 32].map((each) => directory.readUInt32BE(each)) as [
    number,
    number,
    number,
    number,
  ];
  const page = 1 << directory.readUInt8(39);
  const fits = (index: number): boolean => {
    const content = file.subarray(index * page, Math.min((index + 1) * page, limit));
    const told = directory.subarray(hashes + index * 32, hashes + index * 32 + 32);
    return createHash('sha256').update(content).digest().equals(told);
  };
  return {
    adHoc: (directory.readUInt32BE(12) & 2) !== 0,
    sha256: directory.readUInt8(37) === 2,
    identifier: directory.toString('latin1', name, directory.indexOf(0, name)),
    coversAllBeforeIt: limit === start && pages === Math.ceil(limit / page),
    pagesThatDoNotFit: Array.from({ length: pages }, (_, index) => index).filter((index) => !fits(index)).length,
  };
};
