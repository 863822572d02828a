/** At most this much of what the provider sent gets into a message. */
export const maxQuoted = 200;

/**
 * A piece of what the provider sent, for a person to read: at most 200 characters, what does not show made visible, so
 * that no answer can steer a terminal or forge a line of a log.
 */
export const quote = (text: string): string => {
  const shown = [...text.slice(0, maxQuoted + 1)].map((character) =>
    unseen.test(character) ? escaped(character) : character,
  );
  let kept = '';
  for (const piece of shown) {
    if (kept.length + piece.length > maxQuoted - 1) return `"${kept}…"`;
    kept += piece;
  }
  return `"${kept}"`;
};

/** Control, format (which can turn the direction of a line), surrogate and separator characters but the space. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const short: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (character: string): string =>
  short[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
