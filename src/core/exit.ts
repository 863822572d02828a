/** Exit codes, from sysexits(3) where it has a fitting one. */
export const exit = {
  ok: 0,
  usage: 64,
  refused: 69,
  internal: 70,
  passing: 75,
  credentials: 77,
  configuration: 78,
} as const;

/** Where several apply, the one that a person must act on wins. */
const precedence = [exit.configuration, exit.credentials, exit.refused, exit.passing];

export const worstExit = (codes: readonly number[]): number =>
  precedence.find((code) => codes.includes(code)) ?? codes.find((code) => code !== exit.ok) ?? exit.ok;
