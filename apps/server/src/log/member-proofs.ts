import { parseCanonicalObject, type Json } from '@touchline/verify/canonical-json';
import type { FactKey } from '../platform/log-facts.ts';
import type { Owner } from '../platform/owner.ts';
import type { EntryProof, PublicLog } from './service.ts';

/** Versions of one match, or settlements of one bet, that are looked for: more than any has had. */
const versionsMost = 50;

/** A proof with the name of what it is of. */
export type NamedProof = Pick<FactKey, 'kind' | 'id'> & EntryProof;

export type MemberProofs = {
  /** Missing while no signed checkpoint has it. */
  own?: NamedProof;
  /** What belongs to a bet: its settlements, and the results and rulings of its matches. */
  related: readonly NamedProof[];
};

/**
 * The proofs of something that belongs to a member, and of what belongs to it.
 * @returns undefined where the member has no such thing
 */
export const proveToMember = async (
  log: Pick<PublicLog, 'hasFact' | 'proofOf'>,
  owner: Owner,
  of: Pick<FactKey, 'kind' | 'id'>,
): Promise<MemberProofs | undefined> => {
  if (!(await log.hasFact({ ...of, owner }))) return undefined;
  const named = async (key: FactKey): Promise<NamedProof | undefined> => {
    const proof = await log.proofOf(key);
    return proof && { kind: key.kind, id: key.id, ...proof };
  };
  /** Versions have no gap, so that the first one missing ends them. */
  const versionsOf = async (kind: string, id: string, ownedBy?: Owner): Promise<NamedProof[]> => {
    const found: NamedProof[] = [];
    while (found.length < versionsMost) {
      const proof = await named({ kind, id: `${id}:${found.length + 1}`, owner: ownedBy });
      if (proof === undefined) break;
      found.push(proof);
    }
    return found;
  };
  const own = await named({ ...of, owner });
  if (own === undefined) return { related: [] };
  if (of.kind !== 'bet') return { own, related: [] };
  const related = await versionsOf('settlement', of.id, owner);
  for (const event of eventsIn(own.body)) {
    related.push(...(await versionsOf('result', event)), ...(await versionsOf('ruling', event)));
  }
  return { own, related };
};

/** The matches in the body of a bet. */
const eventsIn = (body: string): string[] => {
  const { legs } = parseCanonicalObject(body);
  return Array.isArray(legs) ? legs.flatMap(eventOf) : [];
};

const eventOf = (leg: Json): string[] =>
  typeof leg === 'object' && leg !== null && 'event' in leg && typeof leg['event'] === 'string'
    ? [leg['event']]
    : [];
