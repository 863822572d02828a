import { parseMultipart } from './multipart.ts';

/** Parameters by name; where a name comes twice, the last one counts. */
export type Parameters = ReadonlyMap<string, string>;

/** The parameters of a query string. */
export const parseQuery = (query: string): Parameters => new Map(new URLSearchParams(query));

/**
 * The parameters of a request body. The specification says form-encoded, and the service takes multipart/form-data too;
 * a body without a type is read as form-encoded, one of another type has no parameters.
 */
export const parseForm = (contentType: string | undefined, body: Buffer): Parameters => {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'multipart/form-data') return new Map(parseMultipart(contentType ?? '', body.toString('latin1')));
  if (type === '' || type === 'application/x-www-form-urlencoded') return parseQuery(body.toString('utf8'));
  return new Map();
};
