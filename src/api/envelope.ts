import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { plain } from './shape.ts';

/** What every answer carries (specification, "Response envelope"). */
export type Envelope = {
  success: boolean;
  errorCode: number;
  errorCodeMsg: string;
  /** `module/action` as the provider names it, which is not always what was asked. */
  action: string;
  version: string;
  messages: string[];
  /** As it came: from XML, every value is a text. */
  responseData: unknown;
};

export type Reply =
  | { kind: 'ok'; envelope: Envelope }
  | { kind: 'refused'; code: number; texts: string[]; envelope: Envelope }
  | {
      kind: 'garbled';
      /** Why it was not understood, with at most 200 characters of it. */
      message: string;
    };

export type OutputFormat = 'json' | 'xml';

/** Reads an answer. Nothing makes it throw, and what is not understood is never a success. */
export const readReply = (body: string, format: OutputFormat): Reply => {
  const garbled = (why: string): Reply => ({ kind: 'garbled', message: `${why}: ${quote(body)}` });
  const root = format === 'json' ? fromJson(body) : fromXml(body);
  if (!plain(root)) return garbled(`the answer is not the API's ${format.toUpperCase()}`);
  const success = flag(root.success);
  const errorCode = integer(root.errorCode);
  if (success === undefined || errorCode === undefined) return garbled("the answer has no 'success' and 'errorCode'");
  if (success !== (errorCode === 0)) return garbled("'success' and 'errorCode' of the answer contradict each other");
  const envelope: Envelope = {
    success,
    errorCode,
    errorCodeMsg: leaves(root.errorCodeMsg)[0] ?? '',
    action: leaves(root.action)[0] ?? '',
    version: leaves(root.version)[0] ?? '',
    messages: leaves(root.messages),
    responseData: root.responseData,
  };
  if (!success) {
    const texts = [envelope.errorCodeMsg, ...envelope.messages].filter((text) => text !== '');
    return { kind: 'refused', code: errorCode, texts: [...new Set(texts)], envelope };
  }
  const data = envelope.responseData;
  if (typeof data === 'object' ? data === null : !(format === 'xml' && isBlank(data))) {
    return garbled("the answer has no 'responseData'");
  }
  return { kind: 'ok', envelope };
};

/** The start of an answer on one line, for a message. */
export const quote = (body: string): string => {
  // A prefix first: collapsing the spaces of a flood is work for nothing.
  const line = body
    .slice(0, 2_000)
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return line === '' ? '(nothing)' : `"${line.length > 200 ? `${line.slice(0, 199).toWellFormed()}…` : line}"`;
};

const fromJson = (body: string): unknown => {
  try {
    return JSON.parse(body.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
};

// Values stay texts, since only the operation's row knows that a TXT record's "007" is no number. Spaces stay too: they
// may be a value's own.
const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: 4 << 20 },
  maxNestedTags: 32,
});

const fromXml = (body: string): unknown => {
  // A document type is where entities are declared: expansion bombs and files of this machine. The API has none.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(body)) return undefined;
  try {
    const text = body.trim();
    if (XMLValidator.validate(text) !== true) return undefined;
    return (parser.parse(text) as Record<string, unknown>).data;
  } catch {
    return undefined;
  }
};

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** XML writes booleans 1 and 0. */
const flag = (value: unknown): boolean | undefined => {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  return value === false || value === 0 || value === '0' || value === 'false' ? false : undefined;
};

const integer = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  return typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : undefined;
};

/** The texts of a value, however they are nested: a list is repeated or wrapped in XML. */
const leaves = (value: unknown, depth = 0): string[] => {
  if (typeof value === 'string') return isBlank(value) ? [] : [value.trim()];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  return Object.values(value).flatMap((inner) => leaves(inner, depth + 1));
};
