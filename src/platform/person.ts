import { createInterface } from 'node:readline';
import type { FileFailure } from './files.ts';

/** The person at the terminal, where there is one. */
export type Person = {
  /** Whether a question would be seen and could be answered. */
  present: boolean;
  /** Whether somebody watches stderr, for lines that come and go. */
  watching: boolean;
  /** The width of the terminal that stdout is; undefined where it is none. */
  columns: number | undefined;
  /** Asks on stderr, since stdout is for answers. Only `y` or `yes` is yes: Ctrl+C and the end of the input are no. */
  confirm(question: string): Promise<boolean>;
  /** All of the standard input, as UTF-8. */
  input(maxBytes: number): Promise<{ kind: 'text'; text: string } | FileFailure>;
};

export const person: Person = {
  present: process.stdin.isTTY === true && process.stderr.isTTY === true,
  watching: process.stderr.isTTY === true,
  columns: process.stdout.isTTY === true ? process.stdout.columns : undefined,

  confirm: (question) =>
    new Promise((resolve) => {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      const answer = (said: string): void => {
        resolve(/^\s*y(es)?\s*$/i.test(said));
        lines.close();
      };
      lines.once('SIGINT', () => answer('no')).once('close', () => answer('no'));
      lines.question(`${question} [y/N] `, answer);
    }),

  async input(maxBytes) {
    const pieces: Buffer[] = [];
    let total = 0;
    try {
      for await (const piece of process.stdin) {
        pieces.push(piece);
        total += piece.length;
        if (total > maxBytes) return { kind: 'failure', code: 'EFBIG', reason: `it is longer than ${maxBytes} bytes` };
      }
      return { kind: 'text', text: new TextDecoder().decode(Buffer.concat(pieces)) };
    } catch {
      return { kind: 'failure', code: 'EIO', reason: 'the standard input can not be read' };
    }
  },
};
