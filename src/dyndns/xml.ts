import { XMLParser } from 'fast-xml-parser';
import { bare, garbled, type Reply } from './reply.ts';

/** An element as the parser gives it: `#text`, attributes as `@name`, and children as lists of elements. */
type Element = Record<string, unknown>;

/**
 * Reads the XML answer (specification, Dynamic DNS endpoint): root `data` with the attribute `success`, in it `resData`
 * with `user` and `request`. The specification leaves open inside which of these `host`, `informs` and `errors` are: all
 * three places are looked at.
 */
export const parseXml = (body: string): Reply => {
  const text = bare(body);
  // Nothing that is expected needs a document type, and it is how small documents grow without end.
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(text)) return garbled('it has a document type or entity declaration');
  if (!text.startsWith('<') || !/<\/data\s*>$/.test(text))
    return garbled('it is not an XML document with the root data');
  const roots = rootsOf(text);
  const data = only(roots, 'data');
  if (roots === undefined || data === undefined || Object.keys(roots).length !== 1)
    return garbled('it is not one well-formed XML element data');

  const success = flag(data['@success']);
  if (success === undefined) return garbled('its attribute success is neither true nor false');
  const resData = only(data, 'resData');
  const request = only(resData, 'request');
  const places = [data, resData, request].filter((place) => place !== undefined);
  const hosts = places.flatMap((place) => children(place, 'host'));
  const texts = (list: string, item: string): string[] =>
    places.flatMap((place) => children(place, list)).flatMap((found) => children(found, item).map(textOf));
  const errors = texts('errors', 'error');

  if (!success) {
    // resData is there when user and key are correct, host when it is found: after correct credentials its absence tells.
    const known = resData !== undefined;
    const hostKnown = hosts.length > 0 ? true : known ? false : null;
    return { kind: 'error', messages: errors, userKnown: known || null, keyKnown: known, hostKnown };
  }

  const changed = flag(request?.['@success']);
  const [host, second] = hosts;
  if (errors.length > 0) return garbled('it is a success with errors in it');
  if (changed === undefined) return garbled('it does not say whether the address changed');
  if (host === undefined || second !== undefined) return garbled('it does not name one host');
  const name = only(host, 'name');
  const value = only(host, 'value');
  const type = host['@type'];
  if (name === undefined || value === undefined || typeof type !== 'string')
    return garbled('its host lacks a name, value or type');
  return {
    kind: 'success',
    changed,
    host: textOf(name),
    type: type.trim(),
    address: textOf(value),
    messages: texts('informs', 'inform'),
  };
};

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five entities of XML and character references (XML 1.0, 4.1 and 4.6), in one pass; all else stays as it is. */
const decode = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code === 0 || code > 0x10ffff ? whole : String.fromCodePoint(code);
  });

const nothing = (): void => undefined;

const rootsOf = (text: string): Element | undefined => {
  try {
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      parseTagValue: false,
      parseAttributeValue: false,
      ignoreDeclaration: true,
      ignorePiTags: true,
      alwaysCreateTextNode: true,
      isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
      // The parser's own leaves character references as they are.
      entityDecoder: {
        decode,
        reset: nothing,
        setExternalEntities: nothing,
        addInputEntities: nothing,
        setXmlVersion: nothing,
      },
    });
    const roots: unknown = parser.parse(text, true);
    return typeof roots === 'object' && roots !== null ? (roots as Element) : undefined;
  } catch {
    return undefined;
  }
};

const children = (parent: Element, name: string): Element[] => {
  const list = Object.hasOwn(parent, name) ? parent[name] : undefined;
  return Array.isArray(list) ? list.filter((child) => typeof child === 'object' && child !== null) : [];
};

const only = (parent: Element | undefined, name: string): Element | undefined => {
  const list = parent === undefined ? [] : children(parent, name);
  return list.length === 1 ? list[0] : undefined;
};

const textOf = (element: Element): string => String(element['#text'] ?? '').trim();

const flag = (value: unknown): boolean | undefined => {
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toLowerCase();
  return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : undefined;
};
