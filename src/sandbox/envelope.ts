import { type Answer, answer } from './answer.ts';
import { errorMeanings } from './errors.ts';
import type { Json } from './json.ts';
import { type Element, printXml } from './xml.ts';

/** How a caller wants the answer to be written: `output-format` and `output-pretty`. */
export type Output = { format: 'json' | 'xml'; pretty: boolean };

/** What came of a call, before it is written. */
export type Result =
  | { ok: true; action: string; data: Json; messages: readonly string[] }
  | { ok: false; action: string; code: number; messages: readonly string[] };

// Specification, Versioning: the later one of the two published versions.
export const apiVersion = '1.0.20';

const envelopeOf = (result: Result, version: string): Record<string, Json> => {
  const code = result.ok ? 0 : result.code;
  return {
    success: result.ok,
    errorCode: code,
    errorCodeMsg: code === 0 ? '' : (errorMeanings.get(code) ?? 'Undefined error'),
    action: result.action,
    version,
    ...(result.messages.length > 0 ? { messages: result.messages } : {}),
    responseData: result.ok ? result.data : [],
  };
};

/** Booleans are 1 and 0; how lists are written is not known, here each entry is an `item`. */
const elementOf = (name: string, value: Json): Element => {
  if (value === null) return { name, content: '' };
  if (typeof value === 'boolean') return { name, content: value ? '1' : '0' };
  if (typeof value !== 'object') return { name, content: String(value) };
  if (isList(value)) return { name, content: value.map((item) => elementOf('item', item)) };
  return { name, content: Object.entries(value).map(([key, child]) => elementOf(key, child)) };
};

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/**
 * Writes the envelope (specification, Response envelope). The HTTP status is 200 also where the call failed: which one
 * the provider uses is not known, and the envelope says it all.
 */
export const printEnvelope = (result: Result, { format, pretty }: Output, version: string = apiVersion): Answer => {
  const envelope = envelopeOf(result, version);
  return format === 'xml'
    ? answer(200, 'text/xml', printXml(elementOf('data', envelope), pretty))
    : answer(200, 'application/json', JSON.stringify(envelope, null, pretty ? 2 : 0));
};
