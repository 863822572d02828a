/**
 * Runs a program that tells events, a line each, until the signal. Resolves when it has ended, with why; never rejects.
 * Lines are given as they come; a line is cut by nothing, so follow only programs that are trusted.
 */
export type Follow = (
  path: string,
  args: readonly string[],
  onLine: (line: string) => void,
  signal: AbortSignal,
) => Promise<string>;

export const follow: Follow = (path, args, onLine, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve('stopped');
    // Loaded here: only the daemon follows.
    const { spawn } = process.getBuiltinModule('node:child_process');
    const { createInterface } = process.getBuiltinModule('node:readline');
    const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const stop = (): void => void child.kill('SIGTERM');
    const done = (why: string): void => {
      signal.removeEventListener('abort', stop);
      resolve(why);
    };
    signal.addEventListener('abort', stop, { once: true });
    createInterface({ input: child.stdout }).on('line', onLine);
    child.on('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'ENOENT' ? 'the program is not installed' : error.message),
    );
    child.on('close', (code) => done(`it ended with ${code ?? 'a signal'}`));
  });
