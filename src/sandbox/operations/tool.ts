import { domainToASCII, domainToUnicode } from 'node:url';
import { countries, organizationTypes } from '../countries.ts';
import { readSubject } from '../csr.ts';
import { checkZone, lookUp, lookupTypes } from '../lookup.ts';
import { isName, normalName } from '../names.ts';
import { isTaken } from '../registry.ts';
import { choice, given, invalid, isServer, list, missing } from './checks.ts';
import { type Call, done, type Operation, operation, type Reply, refused } from './operation.ts';
import { versionOf } from './version.ts';

const convert = ({ world, parameters }: Call): Reply => {
  const query = given(parameters, 'query') ?? '';
  const punycode = domainToASCII(query);
  return punycode === ''
    ? invalid('query', 'a name')
    : done(world, { query, unicode: domainToUnicode(punycode), punycode });
};

/** What is put after a word, by language; what the provider suggests is not known. */
const endings = {
  es: ['tienda', 'enlinea'],
  en: ['shop', 'online'],
  zh: ['shangdian', 'wang'],
  fr: ['boutique', 'enligne'],
  de: ['laden', 'netz'],
  kr: ['sangjeom', 'nara'],
  pt: ['loja', 'aqui'],
  tr: ['magaza', 'burada'],
} as const;
const languages = Object.keys(endings) as (keyof typeof endings)[];
const suggestedTlds = ['com', 'net', 'tv', 'cc'];

const suggest = ({ world, parameters }: Call): Reply => {
  const language = choice(parameters, 'language', languages);
  if (!language.ok) return language;
  const tlds = list(given(parameters, 'tlds')?.toLowerCase() ?? 'com,net');
  if (tlds.length === 0 || !tlds.every((tld) => suggestedTlds.includes(tld))) {
    return invalid('tlds', `some of ${suggestedTlds.join(', ')}`);
  }
  const query = given(parameters, 'query') ?? '';
  const word = domainToASCII(normalName(query).replaceAll(' ', '-')).split('.')[0] ?? '';
  if (!isName(word)) return invalid('query', 'a word or domain');
  const words = [word, ...endings[language.value ?? 'es'].map((ending) => `${word}${ending}`)];
  const free = (each: string) => Object.fromEntries(tlds.map((tld) => [tld, !isTaken(world, `${each}.${tld}`)]));
  return done(world, { query, suggests: Object.fromEntries(words.map((each) => [each, free(each)])) });
};

/** The specification's description says `countries` and its example `country`: which one counts is not shown. */
const tables = { countries, country: countries, es_juridic: organizationTypes };

const getTable = ({ world, parameters }: Call): Reply => {
  const type = choice(parameters, 'tableType', ['countries', 'country', 'es_juridic'] as const);
  if (!type.ok) return type;
  return type.value ? done(world, { items: tables[type.value] }) : missing('tableType');
};

const decode = ({ world, parameters }: Call): Reply => {
  const csrData = parameters.get('csrData') ?? '';
  const subject = readSubject(csrData);
  return subject ? done(world, { csrData, ...subject }) : invalid('csrData', 'a certificate request in PEM');
};

const dig = ({ world, parameters }: Call): Reply => {
  const type = choice(parameters, 'type', lookupTypes);
  if (!type.ok) return type;
  if (!type.value) return missing('type');
  const nameserver = given(parameters, 'nameserver') ?? '';
  if (!isServer(nameserver)) return invalid('nameserver', 'a name or an IP address');
  const query = normalName(given(parameters, 'query') ?? '');
  if (!isName(query)) return invalid('query', 'a name');
  return done(world, { query, nameserver, type: type.value, result: lookUp(world, query, type.value, nameserver) });
};

const zoneCheck = ({ world, parameters }: Call): Reply => {
  const domain = domainToASCII(normalName(given(parameters, 'domain') ?? ''));
  if (!isName(domain) || !domain.includes('.')) return refused(2001, 'Invalid domain name');
  const nameservers = list(given(parameters, 'nameservers') ?? '').map(normalName);
  if (nameservers.length < 2 || !nameservers.every(isServer)) return invalid('nameservers', 'at least 2 servers');
  const { pass, report } = checkZone(world, domain, nameservers);
  return done(world, { domain, nameservers, result: { zonepass: pass, report } });
};

/** Specification, Module tool. */
export const toolOperations: readonly Operation[] = [
  operation('tool/hello', [], (call) =>
    done(call.world, { ip: call.world.publicAddress.ipv4, lang: 'es', version: versionOf(call) }),
  ),
  operation('tool/idnconverter', ['query'], convert),
  operation('tool/domainsuggests', ['query'], suggest),
  operation('tool/gettable', ['tableType'], getTable),
  operation('tool/csrdecode', ['csrData'], decode, '1.0.14'),
  operation('tool/dig', ['query', 'type', 'nameserver'], dig),
  operation('tool/zonecheck', ['domain', 'nameservers'], zoneCheck),
];
