import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:dgram';
import { isIP, connect as tcpConnect } from 'node:net';
import type { Family } from '../core/observation.ts';
import type { Asked, Listening, Question, TcpQuestion, Udp } from './udp-port.ts';

/** The real sockets. */
export const udp: Udp = {
  ask,
  askOverTcp,
  listen,
  nonce: (length) => new Uint8Array(randomBytes(length)),
};

function ask<T>(question: Question<T>): Promise<Asked<T>> {
  const { family, port, payload, sendAtMs, accept, fromAnywhere, alsoTo = [], towards } = question;
  return within(question, async ({ answer, fail, release }) => {
    const host = await resolve(question.host, family);
    const where = endpoint(host, port);
    const socket = udpSocket(family, false);
    release(() => socket.close());
    socket.on('error', (error) => fail(explain(error, where)));
    // A connected socket: the kernel drops what others send, and tells that a port is closed. An answer to a
    // multicast comes from an address that nobody knows before.
    socket.on('message', (data, from) => {
      const value = accept(data, { address: from.address, port: from.port });
      if (value !== undefined) answer(value);
    });
    await (fromAnywhere ? bound(socket, family, towards) : connected(socket, port, host));
    const local = socket.address().address;
    const sent = (error: Error | null) => error && fail(explain(error, where));
    for (const [nth, at] of sendAtMs.entries()) {
      const timer = setTimeout(() => {
        const datagram = payload(local, nth);
        if (!fromAnywhere) return socket.send(datagram, sent);
        // Where one way has no route, the answer may still come the other way.
        socket.send(datagram, port, host, alsoTo.length === 0 ? sent : () => undefined);
        for (const other of alsoTo) socket.send(datagram, port, other, () => undefined);
      }, at);
      release(() => clearTimeout(timer));
    }
  });
}

function askOverTcp<T>(question: TcpQuestion<T>): Promise<Asked<T>> {
  const { family, port, payload, accept, maxBytes } = question;
  return within(question, async ({ answer, fail, release }) => {
    const host = await resolve(question.host, family);
    const where = `${endpoint(host, port)} (TCP)`;
    const socket = tcpConnect({ host, port });
    release(() => socket.destroy());
    let received: Buffer = Buffer.alloc(0);
    socket.on('connect', () => socket.write(payload));
    socket.on('error', (error) => fail(explain(error, where)));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length > maxBytes) return fail(`${where} answered more than ${maxBytes} bytes`);
      const value = accept(received);
      if (value !== undefined) answer(value);
    });
    socket.on('close', () => fail(`${where} closed the connection before its answer was whole`));
  });
}

function listen({ family, port, groups, heard }: Listening): ReturnType<Udp['listen']> {
  return new Promise((done) => {
    const socket = udpSocket(family, true);
    const close = () => {
      // Closing twice throws; whoever closes does not care.
      try {
        socket.close();
      } catch {}
    };
    const failed = (error: Error) => {
      close();
      done({ kind: 'failure', reason: explain(error, `UDP port ${port}`) });
    };
    socket.on('error', failed);
    socket.on('message', (data, from) => heard(data, { address: from.address, port: from.port }));
    socket.bind({ port, exclusive: false }, () => {
      try {
        for (const { group, interface: local } of groups) socket.addMembership(group, local);
        done({ kind: 'open', port: socket.address().port, close });
      } catch (error) {
        failed(error as Error);
      }
    });
  });
}

type Exchange<T> = {
  answer(value: T): void;
  fail(reason: string): void;
  /** What to undo at the end; at once where the end has come already. */
  release(undo: () => void): void;
};

/** Runs an exchange to its first answer or failure, or to the end of its time, and cleans up after it. */
function within<T>(
  limits: { host: string; port: number; timeoutMs: number; signal?: AbortSignal },
  start: (exchange: Exchange<T>) => Promise<void>,
): Promise<Asked<T>> {
  return new Promise((done) => {
    const { host, port, timeoutMs, signal } = limits;
    const undos: (() => void)[] = [];
    let over = false;
    // Not performance.now(), which loads a dozen modules of Node's.
    const begun = process.hrtime.bigint();
    const end = (came: { kind: 'answer'; value: T } | { kind: 'failure'; reason: string }) => {
      if (over) return;
      over = true;
      for (const undo of undos) undo();
      done({ ...came, tookMs: Number(process.hrtime.bigint() - begun) / 1e6 });
    };
    const fail = (reason: string) => end({ kind: 'failure', reason });
    const release = (undo: () => void) => void (over ? undo() : undos.push(undo));
    const timer = setTimeout(
      () => fail(`no answer from ${endpoint(host, port)} within ${timeoutMs / 1000} s`),
      timeoutMs,
    );
    const stop = () => fail('stopped before an answer came');
    release(() => clearTimeout(timer));
    release(() => signal?.removeEventListener('abort', stop));
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) return stop();
    start({ answer: (value) => end({ kind: 'answer', value }), fail, release }).catch((error: Error) =>
      fail(explain(error, endpoint(host, port))),
    );
  });
}

async function resolve(host: string, family: Family): Promise<string> {
  const version = family === 'ipv4' ? 4 : 6;
  const literal = isIP(host);
  if (literal === version) return host;
  if (literal !== 0) throw new Error(`${host} is not an ${family === 'ipv4' ? 'IPv4' : 'IPv6'} address`);
  const { lookup } = await import('node:dns/promises');
  return (await lookup(host, { family: version })).address;
}

// Bound to its own family: an IPv6 socket that also took IPv4 would answer for the wrong one.
const udpSocket = (family: Family, shared: boolean): Socket => {
  // Loaded here: most runs ask nobody over UDP.
  const { createSocket } = process.getBuiltinModule('node:dgram');
  return family === 'ipv4'
    ? createSocket({ type: 'udp4', reuseAddr: shared })
    : createSocket({ type: 'udp6', ipv6Only: true, reuseAddr: shared });
};

const connected = (socket: Socket, port: number, host: string): Promise<void> =>
  new Promise((done, failed) => {
    // Node calls back with the error, though its types don't say so.
    socket.connect(port, host, ((error?: Error) => (error ? failed(error) : done())) as () => void);
  });

const bound = async (socket: Socket, family: Family, towards: string | undefined): Promise<void> => {
  const local = towards === undefined ? undefined : await localTowards(towards);
  const any = family === 'ipv4' ? '0.0.0.0' : '::';
  await new Promise<void>((done) => void socket.bind(0, local ?? any, done));
  if (local !== undefined) socket.setMulticastInterface(local);
};

/** This machine's address on the way to another one; nothing is sent. Undefined where there is no way. */
const localTowards = async (address: string): Promise<string | undefined> => {
  const socket = udpSocket('ipv4', false);
  try {
    await connected(socket, 9, address);
    return socket.address().address;
  } catch {
    return undefined;
  } finally {
    socket.close();
  }
};

const endpoint = (host: string, port: number): string => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);

function explain(error: Error, where: string): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${where}`;
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'EADDRNOTAVAIL':
      return `no route to ${where}`;
    case 'ENOTFOUND':
    case 'ENODATA':
      return `no address found for the name in ${where}`;
    case 'EAI_AGAIN':
      return `the system's resolver did not answer for the name in ${where}`;
    case 'ECONNRESET':
      return `${where} closed the connection before its answer was whole`;
    default:
      return `${where}: ${error.message}`;
  }
}
