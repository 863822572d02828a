import { readName, sameName, writeName } from './dns-name.ts';
import { ipv4Text, ipv6Text } from './octets.ts';

/** DNS messages, as far as asking one question needs them (RFC 1035 4; AAAA: RFC 3596). */

export const recordTypes = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;
export const recordClasses = { IN: 1, CH: 3 } as const;

export type DnsQuestion = { name: string; type: number; class: number };

export type DnsRecord = DnsQuestion & {
  /** The address in text, the strings of a TXT record joined, the name that a CNAME points to; else empty. */
  value: string;
};

export type DnsReply = {
  id: number;
  truncated: boolean;
  rcode: number;
  /** Absent where the reply repeats none, as some do with FORMERR. */
  question?: DnsQuestion;
  answers: DnsRecord[];
};

/** A recursive query; undefined where the name is none (RFC 1035 2.3.4: labels of 1 to 63 bytes, 255 in all). */
export const encodeQuery = (id: number, question: DnsQuestion): Uint8Array | undefined => {
  const name = writeName(question.name);
  if (name === undefined) return undefined;
  const recursionDesired = 0x0100;
  return Uint8Array.from([
    ...[id, recursionDesired, 1, 0, 0, 0].flatMap(word),
    ...name,
    ...[question.type, question.class].flatMap(word),
  ]);
};

/** Over TCP a message follows its length in two bytes (RFC 1035 4.2.2). */
export const encodeForTcp = (message: Uint8Array): Uint8Array => Uint8Array.from([...word(message.length), ...message]);

/** The message in what TCP brought so far; undefined while it is not whole. */
export const decodeFromTcp = (received: Uint8Array): Uint8Array | undefined => {
  if (received.length < 2) return undefined;
  const length = view(received).getUint16(0);
  return received.length < 2 + length ? undefined : received.subarray(2, 2 + length);
};

/** Reads a reply; undefined where it is none, or not whole. */
export const decodeReply = (message: Uint8Array): DnsReply | undefined => {
  if (message.length < 12) return undefined;
  const header = view(message);
  const flags = header.getUint16(2);
  const isReply = (flags & 0x8000) !== 0;
  const questions = header.getUint16(4);
  if (!isReply || questions > 1) return undefined;
  const truncated = (flags & 0x0200) !== 0;
  const reply: DnsReply = { id: header.getUint16(0), truncated, rcode: flags & 0x000f, answers: [] };
  let at = 12;
  if (questions === 1) {
    const read = readQuestion(message, at);
    if (read === undefined) return undefined;
    reply.question = read.question;
    at = read.next;
  }
  for (let left = header.getUint16(6); left > 0; left--) {
    const read = readRecord(message, at);
    // What a truncated reply still holds does not matter: it is asked again over TCP.
    if (read === undefined) return truncated ? reply : undefined;
    reply.answers.push(read.record);
    at = read.next;
  }
  return reply;
};

/** Whether the reply is to this query: its id and, where it repeats one, its question (RFC 5452 9.1). */
export const repliesTo = (reply: DnsReply, id: number, asked: DnsQuestion): boolean => {
  if (reply.id !== id) return false;
  const { question } = reply;
  if (question === undefined) return reply.rcode !== 0;
  return sameName(question.name, asked.name) && question.type === asked.type && question.class === asked.class;
};

/** The values that answer the question, CNAMEs followed (RFC 1034 3.6.2). */
export const valuesFor = (reply: DnsReply, asked: DnsQuestion): string[] => {
  let name = asked.name;
  for (const record of reply.answers) {
    if (record.type === recordTypes.CNAME && sameName(record.name, name)) name = record.value;
  }
  return reply.answers
    .filter((record) => record.type === asked.type && record.class === asked.class && sameName(record.name, name))
    .map(({ value }) => value);
};

/** What a response code means (RFC 1035 4.1.1, RFC 2136 2.2), as it stands after "the server says". */
export const rcodeMeaning = (rcode: number): string =>
  [
    'that all is well',
    'that it does not understand the query (FORMERR)',
    'that it failed (SERVFAIL)',
    'that the name does not exist (NXDOMAIN)',
    'that it does not do this kind of query (NOTIMP)',
    'that it refuses to answer this client (REFUSED)',
  ][rcode] ?? `response code ${rcode}`;

function readQuestion(message: Uint8Array, at: number): { question: DnsQuestion; next: number } | undefined {
  const name = readName(message, at);
  if (name === undefined || name.next + 4 > message.length) return undefined;
  const fields = view(message);
  const question = { name: name.name, type: fields.getUint16(name.next), class: fields.getUint16(name.next + 2) };
  return { question, next: name.next + 4 };
}

function readRecord(message: Uint8Array, at: number): { record: DnsRecord; next: number } | undefined {
  const head = readQuestion(message, at);
  if (head === undefined || head.next + 6 > message.length) return undefined;
  // Between the class and the length stands the TTL: an answer is used at once and never kept.
  const start = head.next + 6;
  const next = start + view(message).getUint16(head.next + 4);
  if (next > message.length) return undefined;
  const value = readValue(message, head.question.type, start, next);
  return value === undefined ? undefined : { record: { ...head.question, value }, next };
}

function readValue(message: Uint8Array, type: number, start: number, end: number): string | undefined {
  const data = message.subarray(start, end);
  switch (type) {
    case recordTypes.A:
      return ipv4Text(data);
    case recordTypes.AAAA:
      return ipv6Text(data);
    case recordTypes.CNAME:
      return readName(message, start)?.name;
    case recordTypes.TXT:
      return readStrings(data);
    default:
      return '';
  }
}

/** The character-strings of a TXT record (RFC 1035 3.3.14). */
function readStrings(data: Uint8Array): string | undefined {
  let text = '';
  for (let at = 0; at < data.length; ) {
    const length = data[at] ?? 0;
    if (at + 1 + length > data.length) return undefined;
    text += String.fromCharCode(...data.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return text;
}

const word = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
