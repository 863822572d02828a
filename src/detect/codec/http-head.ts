/** The head of an HTTP message in a datagram (SSDP): start line and headers, names in lower case, the first of each. */
export const parseHead = (text: string): { startLine: string; headers: Record<string, string> } | undefined => {
  const [startLine = '', ...lines] = text.split(/\r?\n/, mostLines);
  if (startLine === '') return undefined;
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    if (line === '') break;
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !(name in headers)) headers[name] = line.slice(colon + 1).trim();
  }
  return { startLine, headers };
};

const mostLines = 64;
