const maxParts = 1000;

const nameOf = (headers: string): string | undefined => {
  const disposition = headers.split('\r\n').find((line) => /^content-disposition:/i.test(line));
  return disposition
    ? /[;\s]name=(?:"([^"]*)"|([^;\s"]+))/i
        .exec(disposition)
        ?.slice(1)
        .find((name) => name !== undefined)
    : undefined;
};

const utf8 = (binary: string): string => Buffer.from(binary, 'latin1').toString('utf8');

/**
 * Reads a multipart/form-data body (RFC 7578) into names and values, in the order of the body. The body is a text of one
 * character a byte, so that no byte is lost before its part is known. A part without a name, or without an end, is
 * left out.
 */
export const parseMultipart = (contentType: string, body: string): [name: string, value: string][] => {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70}))/i.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (!mark) return [];
  // What follows the last delimiter is no part: either the epilogue or a part that was cut.
  const pieces = `\r\n${body}`.split(`\r\n--${mark}`).slice(1, maxParts + 1);
  const fields: [string, string][] = [];
  for (const [index, piece] of pieces.entries()) {
    if (piece.startsWith('--') || index === pieces.length - 1) break;
    const start = piece.indexOf('\r\n');
    const split = piece.indexOf('\r\n\r\n', start);
    // Only white space may follow a delimiter in its line (RFC 2046 section 5.1.1).
    if (start < 0 || split < 0 || piece.slice(0, start).trim() !== '') continue;
    const name = nameOf(piece.slice(start + 2, split));
    if (name !== undefined) fields.push([utf8(name), utf8(piece.slice(split + 4))]);
  }
  return fields;
};
