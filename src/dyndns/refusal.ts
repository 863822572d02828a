import type { Refusal } from '../core/outcome.ts';
import type { Reply } from './reply.ts';

/** What a refusal means. `throttled` is no refusal but a request to wait. */
export type Meaning = Refusal | 'throttled';

/**
 * The endpoint has no error codes, only sentences in English or Spanish that its specification does not list. These are
 * patterns that they are likely to match, the first that fits counts. What is safe comes first: to hold an account
 * for too long costs less than to have it blocked.
 */
const messages: readonly { means: Meaning; pattern: RegExp }[] = [
  {
    means: 'blocked',
    pattern: /\b(blocked|banned|suspended|blacklisted|bloquead[oa]s?|banead[oa]s?|suspendid[oa]s?)\b/i,
  },
  {
    means: 'blocked',
    pattern: /\b(too many|demasiad[oa]s) (\S+ ){0,2}(errors?|fail\w*|attempts?|logins?|errores|fallos|intentos)\b/i,
  },
  {
    means: 'blocked',
    pattern:
      /\b(account|user|cuenta|usuario)\b.{0,40}\b(inactiv\w*|deleted|closed|filtered|eliminad[oa]|cerrad[oa]|filtrad[oa])/i,
  },
  {
    means: 'blocked',
    pattern: /\b(account|user|cuenta|usuario)\b.{0,40}\b(disabled|deshabilitad[oa]|desactivad[oa])/i,
  },
  {
    means: 'throttled',
    pattern:
      /\btoo many\b|\bdemasiad[oa]s\b|rate.?limit|slow down|(try|retry)( again)? later|m[aá]s tarde|temporar\w+ unavailable|maintenance|mantenimiento/i,
  },
  // All that the endpoint says for a wrong user, a wrong key, and a key under the wrong name.
  { means: 'credentials', pattern: /\bincorrect data\b|\bdatos incorrectos\b/i },
  {
    means: 'unknown-host',
    pattern:
      /\b(host(name)?|zon[ea]|record|registro|entry|entrada|domain|dominio)\b.{0,60}(not found|(not|n't) exist|unknown|not belong|no (se )?(ha |han )?(sido )?enc(o|ue)ntr\w*|no exist\w*|desconocid[oa]|no pertenece)/iu,
  },
  {
    means: 'unknown-host',
    pattern:
      /(not found:?|no such|unknown|not exist:?|no exist\w*|no (se )?(ha )?enc(o|ue)ntr\w*) (the |el |la |ning[uú]n |ninguna )?(host(name)?|zon[ea]|record|registro|entry|entrada|domain|dominio)\b/iu,
  },
  {
    means: 'credentials',
    pattern: /unauthori[sz]ed|not authori[sz]ed|no autorizad[oa]|authentication|autenticaci[oó]n/i,
  },
  {
    means: 'credentials',
    pattern:
      /(user(name)?|login|key|password|credentials?|access|api|token|usuario|clave|contrase[nñ]a|credencial(es)?|acceso)\b.{0,40}\b(incorrect\w*|invalid\w*|wrong|bad|denied|refused|disabled|unknown|missing|required|fail\w*|not (found|valid|enabled|exist)|does not exist|err[oó]ne\w*|inv[aá]lid\w*|denegad[oa]|deshabilitad[oa]|desactivad[oa]|desconocid[oa]|no (es |son )?(v[aá]lid[oa]s?|exist\w*|encontrad[oa]|correct[oa]s?))/iu,
  },
  {
    means: 'credentials',
    pattern:
      /\b(incorrect|invalid|wrong|bad|unknown|missing|disabled)\b.{0,25}\b(user(name)?|login|(api)?key|password|credentials?|api|token)\b/i,
  },
];

/**
 * What an error means for us. The structure of an answer is specified and its sentences are not, so the structure
 * decides, but for two things that only a sentence can say: a block, and a plea to wait.
 */
export const meaningOf = (reply: Extract<Reply, { kind: 'error' }>, host: string): Meaning => {
  // A host may be called blocked.example.com.
  const said = reply.messages.map((message) => message.toLowerCase().replaceAll(host.toLowerCase(), 'host'));
  const spoken = messages.find(({ pattern }) => said.some((message) => pattern.test(message)))?.means;
  if (spoken === 'blocked' || spoken === 'throttled') return spoken;
  if (reply.userKnown === false || reply.keyKnown === false) return 'credentials';
  // This sentence is known from the field, so it is believed against the structure: to hold the account is the safe side.
  if (spoken === 'credentials') return spoken;
  if (reply.hostKnown === false) return 'unknown-host';
  return spoken ?? 'host';
};

/** What a person does about a refusal. */
export const adviceOn = (
  refusal: Refusal,
  context: { keyParameter: 'password' | 'apikey'; reply?: Extract<Reply, { kind: 'error' }> },
): string => advice[refusal](context);

type Context = Parameters<typeof adviceOn>[1];

const advice: Record<Refusal, (context: Context) => string> = {
  credentials: ({ keyParameter, reply }) => {
    const other = keyParameter === 'password' ? 'apikey' : 'password';
    const hint =
      reply?.userKnown === false
        ? ' The answer leaves the user out, which it does for a wrong user name.'
        : reply?.userKnown === true
          ? ' The answer names the user, so look at the key first.'
          : '';
    return (
      'Either the user name is wrong, or the key is, or the key is sent under the wrong name ' +
      `(key_parameter: ${keyParameter}; the other is ${other}). ` +
      `The key is not the account's password but the "DonDNS Key" of the panel, which reads "API disabled" until it is generated.${hint}`
    );
  },
  blocked: () =>
    "The account, or this machine's address, is blocked: ask the provider's support to lift it, then run hostpin update --force.",
  caller: () => 'Register the address of this machine with the provider.',
  'unknown-host': () =>
    'The record must exist before it can be updated: create it in the panel under "DNS Zone", or give hostpin the main API (api.user) so that it can.',
  host: () => 'Look at the record in the panel under "DNS Zone".',
};
