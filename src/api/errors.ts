import { parseAddress } from '../core/address.ts';
import type { Refusal } from '../core/outcome.ts';

/**
 * What to do about an error.
 * - `fix`: change what was sent, or what the account has, and send it again
 * - `wait`: it passes by itself; the same call may work later
 * - `stop`: sending it again can't help, or makes it worse
 */
export type Remedy = 'fix' | 'wait' | 'stop';

export type ErrorRow = {
  /** A short identifier that stays the same. */
  name: string;
  /** The specification's words. */
  meaning: string;
  remedy: Remedy;
  /** What it means for a record that is to be kept current; absent where it is the provider's passing trouble. */
  refusal?: Refusal;
};

const fix = (name: string, meaning: string, refusal: Refusal = 'host'): ErrorRow => ({
  name,
  meaning,
  remedy: 'fix',
  refusal,
});
const wait = (name: string, meaning: string): ErrorRow => ({ name, meaning, remedy: 'wait' });
const stop = (name: string, meaning: string, refusal: Refusal = 'host'): ErrorRow => ({
  name,
  meaning,
  remedy: 'stop',
  refusal,
});

/** Specification, "Errors": every code but 0, which is success. */
export const errorTable: Readonly<Record<number, ErrorRow>> = {
  1: wait('undefined', 'Undefined error'),
  100: fix('syntax', 'Syntax error'),
  101: fix('parameter-fault', 'Syntax error: parameter fault'),
  102: fix('invalid-action', 'Invalid object/action'),
  103: stop('action-forbidden', 'Not allowed object/action'),
  104: stop('action-not-implemented', 'Not implemented object/action'),
  105: fix('invalid-parameter', 'Syntax error: invalid parameter'),
  200: fix('login-required', 'Login required', 'credentials'),
  201: fix('login-invalid', 'Login invalid', 'credentials'),
  210: fix('session-invalid', 'Session invalid', 'credentials'),
  300: stop('action-not-allowed', 'Action not allowed'),
  1000: stop('account-blocked', 'Account blocked', 'blocked'),
  1001: stop('account-deleted', 'Account deleted', 'blocked'),
  1002: stop('account-inactive', 'Account inactive', 'blocked'),
  1003: fix('account-not-found', 'Account not exists', 'credentials'),
  1004: fix('password-invalid', 'Account invalid pass', 'credentials'),
  1005: fix('password-invalid', 'Account invalid pass', 'credentials'),
  1006: stop('account-blocked', 'Account blocked', 'blocked'),
  1007: stop('account-filtered', 'Account filtered', 'blocked'),
  1009: fix('password-invalid', 'Account invalid pass', 'credentials'),
  1010: stop('account-blocked', 'Account blocked', 'blocked'),
  1011: stop('account-blocked', 'Account blocked', 'blocked'),
  1012: stop('account-blocked', 'Account blocked', 'blocked'),
  1013: stop('account-blocked', 'Account blocked', 'blocked'),
  1014: stop('account-filtered', 'Account filtered', 'blocked'),
  1030: stop('account-banned', 'Account banned', 'blocked'),
  1100: fix('insufficient-balance', 'Insufficient balance'),
  2001: fix('invalid-domain-name', 'Invalid domain name'),
  2002: stop('tld-not-supported', 'TLD not supported'),
  2003: wait('tld-in-maintenance', 'TLD in maintenance'),
  2004: wait('domain-check-error', 'Domain check error'),
  2005: stop('domain-transfer-not-allowed', 'Domain transfer not allowed'),
  2006: stop('domain-whois-not-allowed', 'Domain Whois not allowed'),
  2007: wait('domain-whois-error', 'Domain Whois error'),
  2008: fix('domain-not-found', 'Domain not found'),
  2009: fix('domain-create-error', 'Domain create error'),
  2010: stop('domain-taken', 'Domain create error: taken'),
  2011: fix('domain-premium', 'Domain create error: premium domain'),
  2012: fix('domain-transfer-error', 'Domain transfer error'),
  2100: fix('domain-renew-error', 'Domain renew error'),
  2101: stop('domain-renew-not-allowed', 'Domain renew not allowed'),
  2102: stop('domain-renew-blocked', 'Domain renew blocked'),
  2200: fix('domain-update-error', 'Domain update error'),
  2201: stop('domain-update-not-allowed', 'Domain update not allowed'),
  2202: stop('domain-update-blocked', 'Domain update blocked'),
  2210: fix('owner-not-verified', 'Invalid operation due to the owner contact verification status'),
  3001: fix('contact-not-found', 'Contact not exists'),
  3002: fix('contact-data-error', 'Contact data error'),
  3003: fix('contact-not-verified', 'Invalid operation due to the contact data verification'),
  4001: fix('service-not-found', 'Service not found'),
  4002: fix('entity-not-found', 'Service entity not found'),
  4003: fix('entity-limit-reached', 'Maximum amount of entities reached (FTP, mail, etc.)'),
  4004: fix('entity-create-failed', 'Failure to create the entity'),
  4005: fix('entity-update-failed', 'Failure to update the entity'),
  4006: fix('entity-delete-failed', 'Failure to delete the entity'),
  4007: fix('service-create-failed', 'Failure to create the service'),
  4008: fix('service-upgrade-failed', 'Failure to upgrade the service'),
  4009: fix('service-renew-failed', 'Failure to renew the service'),
  4010: fix('parking-update-failed', 'Failure to modify the parking system'),
  10001: wait('website-builder-error', 'Website-builder error'),
};

/** A code's row; a code that the specification does not have gets one that says so. */
export const errorRow = (code: number): ErrorRow =>
  errorTable[code] ?? fix('unknown-code', 'An error code that the specification does not have');

/** A refusal as it came: the code, and what the provider said about it. */
export type ProviderRefusal = { code: number; texts: readonly string[] };

/** Codes that may be said to a caller whose address is not registered; which one it is, the specification leaves open. */
const callerCodes = new Set([103, 200, 201, 210, 300]);
/** The first address that a text names, in canonical form. */
export const addressIn = (texts: readonly string[]): string | undefined => {
  // What an address can be written with; the dot or colon that ends a sentence is none of it.
  const candidates = texts.join(' ').match(/[0-9a-f:.]{2,64}/gi) ?? [];
  for (const candidate of candidates) {
    const address = parseAddress(candidate) ?? parseAddress(candidate.replace(/^:(?!:)|[.:]$/g, ''));
    if (address !== undefined) return address.text;
  }
  return undefined;
};

/** Whether the refusal is about the address that the call came from. */
export const isAboutCaller = ({ code, texts }: ProviderRefusal): boolean =>
  callerCodes.has(code) && (texts.some((text) => /\bips?\b/i.test(text)) || addressIn(texts) !== undefined);

/** What a refusal means for a record; undefined for the provider's passing trouble. */
export const refusalOf = (refusal: ProviderRefusal): Refusal | undefined =>
  isAboutCaller(refusal) ? 'caller' : errorRow(refusal.code).refusal;

/** Why a call failed that the provider did not refuse. */
const ownRows = {
  invalid: fix('invalid-parameters', 'The parameters break a rule of the operation; nothing was sent'),
  unreachable: wait('unreachable', 'The provider gave no answer that can be used; nothing was done'),
  unconfirmed: wait('unconfirmed', 'The request left and no whole answer came; look before it is sent again'),
} as const;

/** A call that did not succeed. No secret is in any part of it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The specification's code; null where it was not the provider that refused. */
  readonly code: number | null;
  readonly row: ErrorRow;
  /** What the provider said, or what went wrong on the way. */
  readonly messages: readonly string[];
  /** What to do about it: the row's remedy. */
  readonly action: Remedy;
  /** `module/action` */
  readonly operation: string;

  constructor(operation: string, failure: ProviderRefusal | { own: keyof typeof ownRows; texts: readonly string[] }) {
    const row = 'code' in failure ? errorRow(failure.code) : ownRows[failure.own];
    const label = 'code' in failure ? `${row.meaning} (code ${failure.code})` : row.meaning;
    const more = failure.texts.filter((text) => text.toLowerCase() !== row.meaning.toLowerCase());
    super([`${operation}: ${label}`, ...more].join('; '));
    this.operation = operation;
    this.code = 'code' in failure ? failure.code : null;
    this.row = row;
    this.messages = failure.texts;
    this.action = row.remedy;
  }
}
