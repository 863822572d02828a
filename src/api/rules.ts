import * as z from 'zod/mini';

/** Parameters as they were given; nothing about them is sure yet. */
export type Given = Readonly<Record<string, unknown>>;
export type Broken = { parameter: string; what: string };

/** A rule over several parameters. It is looked at also where a single parameter is wrong, so that all is said at once. */
export const rule = (find: (given: Given) => readonly Broken[]) => {
  const check = z.check<object>((payload) => {
    for (const { parameter, what } of find(payload.value as Given)) {
      payload.issues.push({ code: 'custom', path: [parameter], message: what, input: payload.value });
    }
  });
  check._zod.def.when = () => true;
  return check;
};

export const absent = (given: Given, parameter: string): boolean =>
  given[parameter] === undefined || given[parameter] === '';

/** These parameters are required in some case only. */
export const requiredIf = (
  parameters: readonly string[],
  applies: (given: Given) => boolean,
  because: string,
): z.core.$ZodCheck<object> =>
  rule((given) =>
    applies(given)
      ? parameters
          .filter((parameter) => absent(given, parameter))
          .map((parameter) => ({ parameter, what: `is required ${because}` }))
      : [],
  );

/** Some of these must be there: which one is the caller's choice. */
export const oneOfThese = (...parameters: readonly [string, ...string[]]) =>
  rule((given) =>
    parameters.every((parameter) => absent(given, parameter))
      ? [{ parameter: parameters[0], what: `or ${parameters.slice(1).join(' or ')} is required` }]
      : [],
  );
