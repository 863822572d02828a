/** One account's part of another client's configuration. */
export type ForeignAccount = {
  user: string;
  key: string;
  /** As written there; whether they are host names is seen later. */
  hosts: string[];
};

/** What could be read of another client's configuration. */
export type Foreign = {
  /** The client, by the name that its users know. */
  client: string;
  accounts: ForeignAccount[];
  /** Seconds between two looks, where it says. */
  everySeconds?: number;
  /** What was not taken over, a sentence each. */
  notes: string[];
};

/** Reads one format. Undefined where the text is another one. Never throws. */
export type ForeignReader = (text: string) => Foreign | undefined;

/** Whether a server, a path or a section's name is this provider's. */
export const isProvider = (text: string): boolean => /don-?dominio|dondns|mr-?domain/i.test(text);

/** Puts hosts of the same credentials together, in the order they came in; entries without a user, key or host are left out. */
export const accountsOf = (entries: readonly ForeignAccount[]): ForeignAccount[] => {
  const accounts = new Map<string, ForeignAccount>();
  for (const { user, key, hosts } of entries) {
    if (user === '' || key === '' || hosts.length === 0) continue;
    const id = JSON.stringify([user, key]);
    const known = accounts.get(id)?.hosts ?? [];
    accounts.set(id, { user, key, hosts: [...new Set([...known, ...hosts])] });
  }
  return [...accounts.values()];
};

/** The names of a list with commas or spaces. */
export const namesOf = (text: string): string[] => text.split(/[\s,]+/).filter((name) => name !== '');
