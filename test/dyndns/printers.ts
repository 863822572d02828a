import type { Reply } from '../../src/dyndns/reply.ts';

/** Replies written as the specification has them, for the round trips: these know nothing of the parsers. */
export type Printable = Exclude<Reply, { kind: 'garbled' }>;

export const printJson = (reply: Printable): string =>
  JSON.stringify({
    success: reply.kind === 'success',
    version: '2.0',
    ts: '2026-01-02T03:04:05+01:00',
    ...(reply.kind === 'error' && !reply.userKnown ? {} : { user: 'alice' }),
    ...(reply.messages.length === 0 ? {} : { messages: reply.messages }),
    ...(reply.kind === 'success'
      ? { host: { name: reply.host, value: reply.address, type: reply.type, updated: reply.changed } }
      : reply.hostKnown
        ? { host: { name: 'home.example.com' } }
        : {}),
  });

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`).replace(/'/g, '&apos;');

const list = (name: string, texts: readonly string[]): string =>
  `<${name}s>${texts.map((text) => `<${name}>${escaped(text)}</${name}>`).join('')}</${name}s>`;

export type Where = 'data' | 'resData' | 'request';

/** `inside`: the specification leaves open in which element host, informs and errors are. */
export const printXml = (reply: Printable, inside: Where): string => {
  const success = reply.kind === 'success';
  const host = success
    ? `<host type="${reply.type}"><name>${escaped(reply.host ?? '')}</name><value>${reply.address}</value></host>`
    : reply.hostKnown
      ? '<host type="A"><name>home.example.com</name><value>192.0.2.1</value></host>'
      : '';
  const rest = host + (success ? list('inform', reply.messages) : list('error', reply.messages));
  const known = success || reply.keyKnown;
  const at = (place: Where) => (inside === place || (!known && place === 'data') ? rest : '');
  const request = `<request success="${success && reply.changed}">${at('request')}</request>`;
  const resData = known
    ? `<resData><user t="2026-01-02T03:04:05+01:00">alice</user>${request}${at('resData')}</resData>`
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<data success="${success}" version="2.0" oper="dnsupdate">${resData}${at('data')}</data>\n`;
};

export const printPlain = (reply: Printable, confirm: boolean): string =>
  reply.kind === 'error'
    ? ['ERROR', ...reply.messages].join('\n')
    : [
        'OK',
        ...(reply.changed ? [`UPDATE: ${reply.address}`] : []),
        ...reply.messages,
        ...(confirm ? [`IP:${reply.address}`] : []),
      ].join('\r\n');
