import { type Answer, answer } from './answer.ts';
import { timestamp } from './time.ts';
import { type Element, printXml } from './xml.ts';

/** What came of a request, before it is written in one of the formats. */
export type DyndnsReply = {
  /** The account's user; undefined where the user name is wrong. */
  user: string | undefined;
  /** Whether user and key were right. */
  entered: boolean;
  /** The record; undefined where none was found. */
  host: { name: string; value: string; type: string; updated: boolean } | undefined;
  /** Texts on success. */
  informs: string[];
  /** Texts on failure; none means success. */
  errors: string[];
};

const formats = ['json', 'xml', 'plain'] as const;
export type DyndnsFormat = (typeof formats)[number];
export const isFormat = (text: string): text is DyndnsFormat => formats.some((format) => format === text);

// Specification, Versioning: the dynamic DNS endpoint reports version 2.0.
const version = '2.0';

const printJson = ({ user, host, informs, errors }: DyndnsReply, now: number): string => {
  const success = errors.length === 0;
  // `messages` is not always there: nothing to say about a record that was right.
  const messages = success && !host?.updated ? [] : [...informs, ...errors];
  return JSON.stringify({
    success,
    version,
    ts: timestamp(now),
    ...(user === undefined ? {} : { user }),
    ...(messages.length > 0 ? { messages } : {}),
    ...(host ? { host } : {}),
  });
};

const texts = (parent: string, child: string, lines: readonly string[]): Element[] =>
  lines.length > 0 ? [{ name: parent, content: lines.map((content) => ({ name: child, content })) }] : [];

const printXmlReply = ({ user, entered, host, informs, errors }: DyndnsReply, now: number): string => {
  const resData: Element[] = entered
    ? [
        {
          name: 'resData',
          content: [
            { name: 'user', attributes: { t: timestamp(now) }, content: user ?? '' },
            { name: 'request', attributes: { success: String(host?.updated ?? false) }, content: '' },
          ],
        },
      ]
    : [];
  const found: Element[] = host
    ? [
        {
          name: 'host',
          attributes: { type: host.type },
          content: [
            { name: 'name', content: host.name },
            { name: 'value', content: host.value },
          ],
        },
      ]
    : [];
  const attributes = { success: String(errors.length === 0), version, oper: 'update' };
  const content = [...resData, ...found, ...texts('informs', 'inform', informs), ...texts('errors', 'error', errors)];
  return printXml({ name: 'data', attributes, content }, false);
};

/** On success the last line names the address, changed or not, as the service does beyond its specification. */
const printPlain = ({ host, errors }: DyndnsReply): string => {
  const lines =
    errors.length > 0
      ? ['ERROR', ...errors]
      : ['OK', ...(host?.updated ? [`UPDATE: ${host.value}`] : []), ...(host ? [`IP:${host.value}`] : [])];
  return `${lines.join('\n')}\n`;
};

/** Writes the reply as the specification's section "Dynamic DNS endpoint" has it. `now`: milliseconds since the epoch. */
export const printDyndns = (format: DyndnsFormat, reply: DyndnsReply, now: number): Answer => {
  if (format === 'json') return answer(200, 'application/json', printJson(reply, now));
  if (format === 'xml') return answer(200, 'text/xml', printXmlReply(reply, now));
  return answer(200, 'text/plain', printPlain(reply));
};
