import type * as z from 'zod/mini';
import { oneOf, optional, secret, text, withDefault, yesNo } from './parameter.ts';
import { type Given, requiredIf } from './rules.ts';

/** What some top-level domains want beyond the rest (specification, "TLD-specific parameters"). */

const under =
  (...tlds: readonly string[]) =>
  (given: Given): boolean => {
    const { domain } = given;
    return typeof domain === 'string' && tlds.includes(domain.toLowerCase().replace(/\.$/, '').split('.').at(-1) ?? '');
  };
const individual = (given: Given): boolean => given.ownerContactType === 'individual';

const ru = {
  ruIssuer: optional(text('.ru: who issued the certification of the owner')),
  ruIssuerDate: optional(text('.ru: when the certification was issued')),
};
const birth = {
  ownerDateOfBirth: optional(text('.ee, .fi, .hk, .moscow, .my, .ru, .vn: date of birth of a person who is the owner')),
};

const jobsOf = <R extends 'Owner' | 'Admin' | 'Tech' | 'Billing'>(role: R) =>
  ({
    [`jobs${role}IsAssocMember`]: withDefault(yesNo('.jobs: membership of the industry association'), false),
    [`jobs${role}Website`]: optional(text('.jobs: web site; required for .jobs')),
    [`jobs${role}Title`]: optional(text('.jobs: title')),
    [`jobs${role}Industrytype`]: optional(text('.jobs: type of industry')),
  }) as { [K in `jobs${R}IsAssocMember`]: z.ZodMiniOptional<z.ZodMiniBoolean> } & {
    [K in `jobs${R}${'Website' | 'Title' | 'Industrytype'}`]: z.ZodMiniOptional<z.ZodMiniString>;
  };
const jobs = { ...jobsOf('Owner'), ...jobsOf('Admin'), ...jobsOf('Tech'), ...jobsOf('Billing') };

export const tldOfTransfer = { ...birth, ...ru, ...jobs };
export const tldOfTransferRules = [
  requiredIf(
    ['ownerDateOfBirth', 'ruIssuer', 'ruIssuerDate'],
    (given) => under('ru')(given) && individual(given),
    'for a person who owns a .ru domain',
  ),
  requiredIf(
    ['jobsOwnerWebsite', 'jobsAdminWebsite', 'jobsTechWebsite', 'jobsBillingWebsite'],
    under('jobs'),
    'for .jobs',
  ),
] as const;

const lawacc = ['lawaccid', 'lawaccbody', 'lawaccyear', 'lawaccjurcc', 'lawaccjurst'] as const;

export const tldOfCreate = {
  ...birth,
  ...ru,
  // The earlier version lists this group under create as well.
  ...jobs,
  aeroId: optional(text('.aero: identifier at the registry')),
  aeroPass: optional(secret('.aero: password at the registry')),
  domainIntendedUse: optional(
    text('.barcelona, .madrid, .cat, .scot, .eus, .gal, .quebec, .radio: what the domain is for'),
  ),
  frTradeMark: optional(text('.fr, .re, .yt, .pm, .wf, .tf: trade mark of an organization')),
  frSirenNumber: optional(text('.fr, .re, .yt, .pm, .wf, .tf: SIREN number of an organization')),
  xxxClass: optional(
    oneOf(
      ['default', 'membership', 'nonResolver'],
      '.xxx: non-member, member of the community, or a domain that does not resolve',
    ),
  ),
  xxxName: optional(text('.xxx: name; required for class default')),
  xxxEmail: optional(text('.xxx: e-mail address; required for class default')),
  xxxId: optional(text('.xxx: identifier at the registry of the community; required for class membership')),
  // Which top-level domains these belong to is not specified, so no domain requires them.
  lawaccid: optional(text('accreditation number of a lawyer (1.0.14)')),
  lawaccbody: optional(text('body of the accreditation (1.0.14)')),
  lawaccyear: optional(text('year of the accreditation (1.0.14)')),
  lawaccjurcc: optional(text('country of the accreditation (1.0.14)')),
  lawaccjurst: optional(text('state of the accreditation (1.0.14)')),
  coreContactInfo: optional(text('contact of the bodies for complaints and abuse (1.0.14)')),
  ltdaAuthority: optional(text('licensing authority (1.0.14)')),
  ltdaLicenseNumber: optional(text('number of the license (1.0.14)')),
};

export const tldOfCreateRules = [
  requiredIf(['aeroId', 'aeroPass'], under('aero'), 'for .aero'),
  requiredIf(
    ['domainIntendedUse'],
    under('barcelona', 'madrid', 'cat', 'scot', 'eus', 'gal', 'quebec', 'radio'),
    'for this top-level domain',
  ),
  requiredIf(
    ['ownerDateOfBirth'],
    (given) => under('ee', 'fi', 'hk', 'moscow', 'my', 'vn', 'ru')(given) && individual(given),
    'for a person who owns a domain here',
  ),
  requiredIf(
    ['ruIssuer', 'ruIssuerDate'],
    (given) => under('ru')(given) && individual(given),
    'for a person who owns a .ru domain',
  ),
  requiredIf(['xxxClass'], under('xxx'), 'for .xxx'),
  requiredIf(['xxxName', 'xxxEmail'], (given) => given.xxxClass === 'default', 'where xxxClass is default'),
  requiredIf(['xxxId'], (given) => given.xxxClass === 'membership', 'where xxxClass is membership'),
  requiredIf(
    lawacc,
    (given) => lawacc.some((field) => given[field] !== undefined),
    'where another lawacc parameter is given',
  ),
] as const;
