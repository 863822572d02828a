/** Text inside an element or an attribute; what XML 1.0 section 2.2 does not allow becomes U+FFFD. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\t\n\r\x7f-\x9f])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** An element of a document to print: a text or children. */
export type Element = {
  name: string;
  attributes?: Readonly<Record<string, string>>;
  content: string | readonly Element[];
};

const print = (element: Element, pretty: boolean, indent: string): string => {
  const attributes = Object.entries(element.attributes ?? {}).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const tag = `${element.name}${attributes.join('')}`;
  if (element.content.length === 0) return `${indent}<${tag}/>`;
  if (typeof element.content === 'string') {
    return `${indent}<${tag}>${escapeXml(element.content)}</${element.name}>`;
  }
  const line = pretty ? '\n' : '';
  const children = element.content.map((child) => print(child, pretty, pretty ? `${indent}  ` : ''));
  return `${indent}<${tag}>${line}${children.join(line)}${line}${indent}</${element.name}>`;
};

/** The document with its declaration. */
export const printXml = (root: Element, pretty: boolean): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${print(root, pretty, '')}\n`;
