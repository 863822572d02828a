import { classify, parseAddress } from '../../../core/address.ts';

/** Who tells the router's external address. */
export type Witness = 'answer' | 'announcement' | 'event';

export type Hear = (by: Witness, address: string) => void;

/**
 * Remembers one router's external address and tells when it is another. The first that is heard is no change, and told
 * as that; no address (a router that is not connected) is nothing to tell.
 */
export const rememberAddress = (
  onChange: (address: string, by: Witness) => void,
  onFirst: (address: string) => void,
): Hear => {
  let known: string | undefined;
  const last = new Map<Witness, string>();
  return (by, said) => {
    const address = parseAddress(said);
    if (address?.family !== 'ipv4' || classify(address.text) === 'unspecified') return;
    const { text } = address;
    // Announcements are repeated and an event may begin with the old address, both after another witness told the new
    // one: what a witness said before is no news. An answer to a question is always of now.
    if (by !== 'answer' && last.get(by) === text) return;
    last.set(by, text);
    if (known === text) return;
    const isFirst = known === undefined;
    known = text;
    if (isFirst) onFirst(text);
    else onChange(text, by);
  };
};
