/** Something that is wrong, with its remedy, for a person to read. */
export type Problem = {
  /** Where it is: a path in the configuration file, a host, a source. */
  where: string;
  /** What is wrong. Never has a secret in it. */
  what: string;
  /** What to do now. */
  fix: string;
};
