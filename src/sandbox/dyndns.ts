import { type Access, freeAccess, underLimits } from './access.ts';
import { asIPv4 } from './address.ts';
import { type Answer, notFound } from './answer.ts';
import { type DyndnsFormat, type DyndnsReply, isFormat, printDyndns } from './dyndns-answer.ts';
import { dyndnsText, type Language } from './dyndns-text.ts';
import type { Parameters } from './form.ts';
import type { Usage } from './limits.ts';
import { normalName } from './names.ts';
import type { World } from './world.ts';

const hasKey = (world: World, parameters: Parameters): boolean => {
  const { key, keyParameter } = world.account;
  const names = keyParameter === 'both' ? ['password', 'apikey'] : [keyParameter];
  return names.some((name) => parameters.get(name) === key);
};

const languageOf = (parameters: Parameters): Language => (parameters.get('lang')?.toLowerCase() === 'en' ? 'en' : 'es');

/** The format in a path like `/json/`; undefined where the path is another one. */
export const dyndnsFormat = (path: string): DyndnsFormat | undefined => {
  const name = /^\/([a-z]{1,10})\/?$/.exec(path)?.[1];
  return name !== undefined && isFormat(name) ? name : undefined;
};

type Updated = { world: World; reply: DyndnsReply };

/** One update: who, which record, which address. Nothing but an A record that exists is ever changed. */
const update = (world: World, parameters: Parameters): Updated => {
  const text = dyndnsText[languageOf(parameters)];
  const known = parameters.get('user') === world.account.user;
  // Specification, Dynamic DNS endpoint: the user is left out of the answer where the user name is wrong.
  const user = known ? world.account.user : undefined;
  if (!known || !hasKey(world, parameters)) {
    return { world, reply: { user, entered: false, host: undefined, informs: [], errors: [text.incorrectData] } };
  }
  const name = normalName(parameters.get('host') ?? '');
  const record = world.records.find((candidate) => candidate.name === name && candidate.type === 'A');
  if (!record) {
    return { world, reply: { user, entered: true, host: undefined, informs: [], errors: [text.hostNotFound] } };
  }
  const given = parameters.get('ip')?.trim();
  const value = given ? asIPv4(given) : world.publicAddress.ipv4;
  const host = { name: record.name, type: record.type };
  if (!value) {
    const unchanged = { ...host, value: record.value, updated: false };
    return { world, reply: { user, entered: true, host: unchanged, informs: [], errors: [text.invalidAddress] } };
  }
  const updated = record.value !== value;
  const informs = [updated ? text.updated : text.upToDate];
  const records = world.records.map((other) => (other === record ? { ...record, value } : other));
  return {
    world: updated ? { ...world, records } : world,
    reply: { user, entered: true, host: { ...host, value, updated }, informs, errors: [] },
  };
};

/** The update, unless its user comes too often. */
const limited = (world: World, parameters: Parameters, now: number, access: Access) => {
  const { user } = world.account;
  if (parameters.get('user') !== user) return { reply: update(world, parameters), usage: access.usage };
  const { tooManyOperations, tooManyErrors } = dyndnsText[languageOf(parameters)];
  return underLimits<Updated>(access, now, {
    run: () => update(world, parameters),
    failed: ({ reply }) => reply.errors.length > 0,
    refuse: (why) => {
      const errors = [why === 'operations' ? tooManyOperations : tooManyErrors];
      return { world, reply: { user, entered: hasKey(world, parameters), host: undefined, informs: [], errors } };
    },
  });
};

/**
 * Answers a request to the dynamic DNS endpoint (specification, Dynamic DNS endpoint). Parameters are those of the query
 * and of a posted form alike, since the provider's own script posts them.
 */
export const answerDyndns = (
  world: World,
  request: { path: string; parameters: Parameters },
  now: number,
  access: Access = freeAccess,
): { world: World; usage: Usage; answer: Answer } => {
  const format = dyndnsFormat(request.path);
  if (!format) return { world, usage: access.usage, answer: notFound() };
  const { reply: updated, usage } = limited(world, request.parameters, now, access);
  return { world: updated.world, usage, answer: printDyndns(format, updated.reply, now) };
};

/** Answers a request with errors of one's own choice, for scripted faults. */
export const refuseDyndns = (
  world: World,
  request: { path: string; parameters: Parameters },
  errors: readonly string[],
  now: number,
): Answer => {
  const format = dyndnsFormat(request.path);
  if (!format) return notFound();
  const reply = { user: world.account.user, entered: true, host: undefined, informs: [], errors: [...errors] };
  return printDyndns(format, reply, now);
};
