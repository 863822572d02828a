import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutSymbols } from '../../packaging/elf.ts';
import { withoutSignature } from '../../packaging/portable-executable.ts';
import { run } from './tools.ts';

describe('a Windows executable', () => {
  /** The parts of the headers that are looked at, and after them a signature of `size` bytes. */
  const executable = (size: number): Buffer => {
    const file = Buffer.alloc(0x200);
    file.writeUInt32LE(0x40, 0x3c);
    file.write('PE\0\0', 0x40, 'latin1');
    file.writeUInt16LE(0x20b, 0x58);
    file.writeUInt32LE(size === 0 ? 0 : 0x200, 0x58 + 112 + 32);
    file.writeUInt32LE(size, 0x58 + 112 + 36);
    return Buffer.concat([file, Buffer.alloc(size, 1)]);
  };

  it('loses its signature, and nothing else', () => {
    expect(withoutSignature(executable(24))).toEqual(executable(0));
    expect(withoutSignature(executable(0))).toEqual(executable(0));
  });

  it('is refused where it is none, or has something behind its signature', () => {
    expect(() => withoutSignature(Buffer.alloc(0x200))).toThrow('not a 64-bit Windows executable');
    expect(() => withoutSignature(Buffer.concat([executable(24), Buffer.alloc(1)]))).toThrow('not at the end');
  });
});

describe.skipIf(process.platform !== 'linux')('an ELF executable', () => {
  const runtime = readFileSync(process.execPath);

  it('loses its symbols, and runs as before', async () => {
    const stripped = withoutSymbols(runtime);
    expect(stripped.length).toBeLessThan(runtime.length * 0.9);
    const folder = mkdtempSync(join(tmpdir(), 'hostpin-elf-'));
    const path = join(folder, 'node');
    writeFileSync(path, stripped);
    chmodSync(path, 0o755);
    expect((await run(path, ['--print', '6 * 7'])).output).toBe('42\n');
    rmSync(folder, { recursive: true });
  });

  it('that has none stays as it is', () => {
    const stripped = withoutSymbols(runtime);
    expect(withoutSymbols(stripped).equals(stripped)).toBe(true);
  });

  it('is refused where it is none', () => {
    expect(() => withoutSymbols(Buffer.alloc(64))).toThrow('not a 64-bit ELF file');
  });
});
