/** Elements whose content nobody sees. */
const hidden = ['script', 'style'];

/**
 * What a person sees of an HTML page, roughly: the text without tags, comments, scripts and styles. It goes through
 * the page once, whatever is in it.
 */
export const visibleText = (html: string): string => {
  const lower = html.toLowerCase();
  const pieces: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    pieces.push(html.slice(at, open === -1 ? html.length : open));
    if (open === -1) break;
    at = endOfMarkup(lower, open);
  }
  return pieces.join(' ');
};

function endOfMarkup(lower: string, open: number): number {
  if (lower.startsWith('<!--', open)) return after(lower, '-->', open + 4);
  const element = hidden.find((name) => lower.startsWith(name, open + 1));
  if (element === undefined) return after(lower, '>', open);
  return after(lower, '>', after(lower, `</${element}`, open));
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}
