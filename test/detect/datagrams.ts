import { createSocket, type Socket } from 'node:dgram';

/** A UDP server on loopback: what `reply` gives for a datagram is sent back, the nth time it is asked from 0. */
export const serveDatagrams = async (
  address: string,
  port: number,
  reply: (datagram: Buffer, nth: number, from: { address: string; port: number }) => Uint8Array[],
): Promise<{ port: number; received: Buffer[]; socket: Socket; close(): Promise<void> }> => {
  const socket = createSocket({ type: address.includes(':') ? 'udp6' : 'udp4' });
  const received: Buffer[] = [];
  socket.on('message', (datagram, from) => {
    received.push(datagram);
    for (const each of reply(datagram, received.length - 1, from)) socket.send(each, from.port, from.address);
  });
  await new Promise<void>((done, failed) => {
    socket.once('error', failed);
    socket.bind(port, address, done);
  });
  const close = () => new Promise<void>((done) => void socket.close(() => done()));
  return { port: socket.address().port, received, socket, close };
};

/** A port that is free now, for a server that wants to be told one. */
export const freePort = async (): Promise<number> => {
  const server = await serveDatagrams('127.0.0.1', 0, () => []);
  await server.close();
  return server.port;
};
