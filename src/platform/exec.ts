import type { ChildProcess } from 'node:child_process';
import type { Exec } from './ports.ts';

/**
 * Runs programs without a shell, each in a process group of its own that is killed when the time is over. They get
 * our environment but for what is named HOSTPIN_…, since secrets may be in there.
 */
export const createExec = (): Exec => (path, args, options) =>
  new Promise((resolve) => {
    if (options.signal?.aborted) return resolve({ kind: 'failed', reason: 'given up' });
    let child: ChildProcess;
    try {
      // Loaded when a program is started, which most runs of ours don't do.
      child = process.getBuiltinModule('node:child_process').spawn(path, [...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        windowsHide: true,
        env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HOSTPIN_'))),
      });
    } catch (error) {
      return resolve({ kind: 'failed', reason: reasonOf(error, path) });
    }
    const stdout = collect(child.stdout, options.maxBytes);
    const stderr = collect(child.stderr, options.maxBytes);

    const finish = (result: Awaited<ReturnType<Exec>>): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      resolve(result);
    };
    const giveUp = (reason: string): void => {
      killGroup(child);
      // Grandchildren that left the group may hold the pipes: don't wait for them.
      child.stdout?.destroy();
      child.stderr?.destroy();
      finish({ kind: 'failed', reason });
    };
    const onAbort = (): void => giveUp('given up');
    const timer = setTimeout(
      () => giveUp(`${path} did not end within ${options.timeoutMs / 1000} s`),
      options.timeoutMs,
    );
    options.signal?.addEventListener('abort', onAbort);

    child.on('error', (error) => finish({ kind: 'failed', reason: reasonOf(error, path) }));
    child.on('close', (code, signal) =>
      finish(
        code === null
          ? { kind: 'failed', reason: `${path} was ended by ${signal}` }
          : { kind: 'exited', code, stdout: stdout(), stderr: stderr() },
      ),
    );
  });

/** Gathers the first `maxBytes`; the rest is read and dropped, so that the program does not wait for a full pipe. */
function collect(stream: ChildProcess['stdout'], maxBytes: number): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  stream?.on('error', () => undefined);
  stream?.on('data', (chunk: Buffer) => {
    if (length < maxBytes) chunks.push(chunk.subarray(0, maxBytes - length));
    length += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}

function reasonOf(error: unknown, path: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return `there is no program ${path}`;
  if (code === 'EACCES') return `${path} may not be run by this user: is it executable?`;
  return `${path} can't be run (${code ?? 'unknown'})`;
}
