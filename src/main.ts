#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `hostpin needs Node 22.19 or newer, and this is ${process.version} (${process.execPath}). In a checkout, run 'npx hostpin', which uses the Node that 'npm ci' brought.\n`,
  );
  process.exit(70);
}

// A reader that goes away (`hostpin status | head -1`) is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 70));

try {
  const { keepCompiledCode } = await import('./platform/compiled-code.ts');
  keepCompiledCode(process.env);
  const { runProgram } = await import('./cli/program.ts');
  const { realPlatform } = await import('./platform/real.ts');
  const platform = realPlatform();
  process.exitCode = await runProgram(process.argv.slice(2), process.env, platform);
  await platform.http.close();
  await platform.flushed();
} catch (error) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.exitCode = 70;
  await new Promise<void>((done) => {
    process.stderr.write(`A fault in hostpin itself, please report it: ${text}\n`, () => done());
  });
}
// At once: what is left open (a connection that does not close, a child) must not keep a finished program alive, and
// nobody waits until the heap is taken apart.
process.exit();
