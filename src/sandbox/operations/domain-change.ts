import type { Domain } from '../domains.ts';
import { notedBy, withDomain } from '../history.ts';
import type { Json } from '../json.ts';
import { fails } from '../registry.ts';
import { summary } from './domain-view.ts';
import { type DomainCall, done, type Refusal, type Reply, refused } from './operation.ts';

/** What an operation does to a domain; `title` is the entry in its history and the text for the caller. */
export type Change = { title: string; change?: Partial<Domain> };

const changeable: readonly Domain['status'][] = ['active', 'renewed', 'inactive', 'expired-renewgrace'];

/** Why the registry takes no change of the domain now; undefined where it does. */
export const lockOf = ({ domain }: DomainCall): Refusal | undefined => {
  if (domain.modifyBlock) return refused(2202, 'The domain is locked against changes: see updateType block');
  if (!changeable.includes(domain.status)) return refused(2201, `No change is possible in status ${domain.status}`);
  return fails(domain.name, 2200) ? refused(2200, 'The registry refuses the change') : undefined;
};

/** Changes the domain, and answers with its summary and what `more` adds. */
export const changed = (
  { world, domain, now }: DomainCall,
  { title, change = {} }: Change,
  more: (domain: Domain) => Readonly<Record<string, Json>> = () => ({}),
): Reply => {
  const next = notedBy({ world, now }, { ...domain, ...change }, title, `${domain.name}: ${title}`);
  return done(withDomain(world, next), { ...summary(next), ...more(next) }, title);
};
