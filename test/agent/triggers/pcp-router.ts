/**
 * A router that speaks PCP alone (RFC 6887), or NAT-PMP too (RFC 6886), to be run in a namespace of its own: Debian's
 * miniupnpd can do neither alone, and names no address of CGNAT. Arguments: its address on the local network, its external
 * address, and `natpmp` where it speaks that as well. Commands are lines on stdin:
 *
 * - `address A`: the external address is another one, and nobody is told;
 * - `announce`: sends PCP's ANNOUNCE, and NAT-PMP's announcement where it speaks that;
 * - `restart`: mappings and epoch are lost (RFC 6887 8.5), and that is announced.
 *
 * Writes a line for each request: `natpmp`, or `map LIFETIME NONCE RESULT, MAPPINGS mapped`.
 */
import { createSocket } from 'node:dgram';
import { createInterface } from 'node:readline';

const [lan = '', outer = '', ...also] = process.argv.slice(2);
const speaksNatPmp = also.includes('natpmp');
let external = outer;
let started = performance.now();
/** The nonce that each was made with. */
let mappings = new Map<string, string>();

const bytes = (address: string): number[] => address.split('.').map(Number);
const epoch = (): Buffer => {
  const seconds = Buffer.alloc(4);
  seconds.writeUInt32BE(Math.floor((performance.now() - started) / 1000));
  return seconds;
};
const mapped = (address: string): Buffer => Buffer.from([...Array<number>(10).fill(0), 0xff, 0xff, ...bytes(address)]);

/** RFC 6887 7.2: version, opcode, reserved, result, lifetime, epoch, reserved. */
const header = (opcode: number, result: number, lifetime: Buffer): Buffer =>
  Buffer.concat([Buffer.from([2, 0x80 | opcode, 0, result]), lifetime, epoch(), Buffer.alloc(12)]);
const natPmp = (): Buffer => Buffer.concat([Buffer.from([0, 128, 0, 0]), epoch(), Buffer.from(bytes(external))]);

const socket = createSocket({ type: 'udp4', reuseAddr: true });

const map = (request: Buffer, from: string): Buffer => {
  const [nonce, lifetime] = [request.subarray(24, 36).toString('hex'), request.readUInt32BE(4)];
  const key = `${from} ${request[36]} ${request.readUInt16BE(40)}`;
  const owner = mappings.get(key);
  // RFC 6887 8.2 (ADDRESS_MISMATCH), 11.3 (NOT_AUTHORIZED).
  const result = !request.subarray(8, 24).equals(mapped(from)) ? 12 : owner !== undefined && owner !== nonce ? 2 : 0;
  if (result === 0 && lifetime > 0) mappings.set(key, nonce);
  if (result === 0 && lifetime === 0) mappings.delete(key);
  console.log(`map ${lifetime} ${nonce} ${result}, ${mappings.size} mapped`);
  return Buffer.concat([
    header(1, result, request.subarray(4, 8)),
    ...[request.subarray(24, 42), request.subarray(40, 42), mapped(external)],
  ]);
};

socket.on('message', (request, { address, port }) => {
  const reply = (message: Buffer): void => socket.send(message, port, address);
  if (request[0] === 0) {
    console.log('natpmp');
    // RFC 6887 9: a version that it does not speak is answered in the one that it does.
    return reply(speaksNatPmp ? natPmp() : header(request[1] ?? 0, 1, Buffer.alloc(4)));
  }
  if (request[0] === 2 && request[1] === 1 && request.length >= 60) reply(map(request, address));
});

const announce = (): void => {
  const messages = [header(0, 0, Buffer.alloc(4)), ...(speaksNatPmp ? [natPmp()] : [])];
  for (const message of messages) socket.send(message, 5350, '224.0.0.1');
};

socket.bind(5351, () => {
  socket.setMulticastInterface(lan);
  console.log('ready');
});

createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, address] = line.split(' ');
  if (command === 'address' && address !== undefined) external = address;
  if (command === 'restart') {
    mappings = new Map();
    started = performance.now();
  }
  if (command === 'announce' || command === 'restart') announce();
});
