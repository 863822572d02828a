import { addressIn, isAboutCaller } from '../../api/errors.ts';
import type { Failed } from '../../api/failure.ts';
import { exit } from '../../core/exit.ts';
import { duration } from '../../report/wording.ts';
import { type Call, isJson, printJson } from '../call.ts';

/** Says why a call to the main API failed, and gives the exit code: on stderr, and with --json as the one document. */
export const failCall = (call: Call, failed: Failed): number => {
  const sentence = failed.error.message.replace(/\.$/, '');
  call.platform.err(`${sentence}.\n  -> ${adviceFor(failed)}\n`);
  if (isJson(call)) printJson(call, { error: errorDocument(failed) });
  return exitOf(failed);
};

/** What is told of a failure with --json. */
export const errorDocument = ({ error: { code, row, messages, action } }: Failed) => ({
  code,
  name: row.name,
  meaning: row.meaning,
  messages,
  action,
});

/** A command line that breaks a rule: every problem at once, in the form that refusals have. */
export const failUsage = (
  call: Call,
  problems: readonly string[],
  hint: string,
  name = 'invalid-parameters',
): number => {
  for (const problem of problems) call.platform.err(`${problem}\n`);
  call.platform.err(`${hint}\n`);
  if (isJson(call)) {
    const meaning = 'The command line is not right; nothing was sent';
    printJson(call, { error: { code: null, name, meaning, messages: problems, action: 'fix' } });
  }
  return exit.usage;
};

export const exitOf = ({ error, outcome }: Failed): number => {
  if (error.row.name === 'invalid-parameters' && error.code === null) return exit.usage;
  if (outcome.kind !== 'rejected') return exit.passing;
  return outcome.refusal === 'credentials' || outcome.refusal === 'blocked' ? exit.credentials : exit.refused;
};

/** What to do now, in a sentence. */
export const adviceFor = ({ error, outcome }: Failed): string => {
  if (outcome.kind === 'unconfirmed') return 'It may have been done, or not: look before you call it again.';
  if (outcome.kind === 'unreachable') {
    const when = outcome.retryAfterMs === undefined ? 'later' : `in ${duration(outcome.retryAfterMs)}, as it asks`;
    return outcome.reached
      ? `Try again ${when}; where it was to change something, look first whether it did.`
      : `Nothing was sent. Try again ${when}.`;
  }
  const refusal = { code: error.code ?? 0, texts: error.messages };
  if (isAboutCaller(refusal)) {
    const address = addressIn(error.messages);
    const which = address === undefined ? "this machine's address" : `the address ${address}`;
    return `The main API takes calls from registered addresses only: register ${which} for this API user.`;
  }
  if (outcome.refusal === 'credentials') {
    return "Check 'api.user' and 'api.password_file' first: they are the API's own, not those of the panel, and refused ones lead to a block.";
  }
  if (outcome.refusal === 'blocked')
    return "Ask the provider's support what the account needs; call nothing until then.";
  if (error.action === 'stop') return "Calling it again can't help.";
  if (error.action === 'wait') return 'It passes by itself: call it again later.';
  return `Mend that and call it again ('hostpin api ${error.operation} --help' shows the parameters).`;
};
