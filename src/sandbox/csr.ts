/** What a certificate signing request says of its subject, by the names that answers have. */
export type Subject = Record<SubjectField, string>;

const fields = {
  '550403': 'commonName',
  '55040a': 'organizationName',
  '55040b': 'organizationalUnitName',
  '550406': 'countryName',
  '550408': 'stateOrProvinceName',
  '550407': 'localityName',
  '2a864886f70d010901': 'emailAddress',
} as const;
type SubjectField = (typeof fields)[keyof typeof fields];

type Element = { tag: number; content: Buffer };

const sequence = 0x30;
const set = 0x31;
const integer = 0x02;
const identifier = 0x06;
const bmpString = 0x1e;
const latinString = 0x14;

/** The elements that DER bytes consist of (X.690 section 8.1); undefined where they are cut off. */
const elementsOf = (bytes: Buffer): Element[] | undefined => {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag, first] = [bytes[at], bytes[at + 1]];
    if (tag === undefined || first === undefined) return undefined;
    const more = first < 0x80 ? 0 : first - 0x80;
    const start = at + 2 + more;
    if (first === 0x80 || more > 4 || start > bytes.length) return undefined;
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
    if (start + length > bytes.length) return undefined;
    elements.push({ tag, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
};

const inside = (element: Element | undefined, tag: number): Element[] =>
  element?.tag === tag ? (elementsOf(element.content) ?? []) : [];

const textOf = ({ tag, content }: Element): string => {
  if (tag === bmpString) return content.length % 2 ? '' : Buffer.from(content).swap16().toString('utf16le');
  return content.toString(tag === latinString ? 'latin1' : 'utf8');
};

/** Reads the subject of a request in PEM (RFC 2986 section 4.1, RFC 7468); undefined where it is no such request. */
export const readSubject = (pem: string): Subject | undefined => {
  const base64 = /-----BEGIN (NEW )?CERTIFICATE REQUEST-----([\s\S]+?)-----END \1?CERTIFICATE REQUEST-----/.exec(
    pem,
  )?.[2];
  // A `+` that was not escaped arrives as a space.
  const packed = base64?.trim().replaceAll(' ', '+').replace(/\s/g, '') ?? '';
  if (packed === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return undefined;
  const [request] = elementsOf(Buffer.from(packed, 'base64')) ?? [];
  const [information] = inside(request, sequence);
  const [version, name] = inside(information, sequence);
  if (version?.tag !== integer || name?.tag !== sequence) return undefined;
  const subject = Object.fromEntries(Object.values(fields).map((field) => [field, ''])) as Subject;
  for (const part of inside(name, sequence).flatMap((relative) => inside(relative, set))) {
    const [type, value] = inside(part, sequence);
    const field = type?.tag === identifier ? fields[type.content.toString('hex') as keyof typeof fields] : undefined;
    if (field && value && subject[field] === '') subject[field] = textOf(value);
  }
  return subject;
};
