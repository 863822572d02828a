import { XMLParser } from 'fast-xml-parser';

/** XML from devices on the local network: small documents, read for the text of a few elements. */

export type XmlNode = { readonly [name: string]: unknown };

// No document type, hence no entities of a document's own; values stay text; prefixes differ from device to device.
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** The document; undefined where it is none, or has a document type (nothing here needs one, and they do harm). */
export const parseXml = (text: string): XmlNode | undefined => {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return undefined;
  try {
    const parsed: unknown = parser.parse(text);
    return isNode(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

/** Every element of this name, however deep, in no promised order; what has text only is left out. */
export const elements = (root: XmlNode, name: string): XmlNode[] => {
  const found: XmlNode[] = [];
  const queue: XmlNode[] = [root];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const [key, value] of Object.entries(node)) {
      const children = (Array.isArray(value) ? value : [value]).filter(isNode);
      if (key === name) found.push(...children);
      queue.push(...children);
    }
  }
  return found;
};

/** The text of the child of this name, trimmed; undefined where there is none or it is not text. */
export const childText = (node: XmlNode, name: string): string | undefined => {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first.trim() : undefined;
};

/** The first text of an element of this name, however deep. */
export const textOf = (root: XmlNode, name: string): string | undefined => {
  const queue: XmlNode[] = [root];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    const text = childText(node, name);
    if (text !== undefined) return text;
    for (const value of Object.values(node)) queue.push(...(Array.isArray(value) ? value : [value]).filter(isNode));
  }
  return undefined;
};

const isNode = (value: unknown): value is XmlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
