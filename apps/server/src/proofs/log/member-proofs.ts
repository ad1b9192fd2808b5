import { parseCanonicalObject, type Json } from '@touchline/verify/canonical-json';
import type { FactKey } from '../../core/public-log/facts.ts';
import type { Owner } from '../../core/owner.ts';
import type { EntryProof, NumberedFact, PublicLog } from './service.ts';

/** Versions of one match, or settlements of one bet, that are looked for: more than any has had. */
const versionsMost = 50;

/** A proof with the name of what it is of. */
export type NamedProof = Pick<FactKey, 'kind' | 'id'> & EntryProof;

export type MemberProofs = {
  /** Missing while no signed checkpoint has it. */
  own?: NamedProof;
  /** What belongs to a bet: its settlements, the results and rulings of its matches, and its entries in the wallet. */
  related: readonly NamedProof[];
};

/**
 * The proofs of something that belongs to a member, and of what belongs to it.
 * @returns undefined where the member has no such thing
 */
export const proveToMember = async (
  log: Pick<PublicLog, 'factsAbout' | 'hasFact' | 'proofOf'>,
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
  for (const { id } of await log.factsAbout('entry', owner, [of.id])) {
    const entry = await named({ kind: 'entry', id, owner });
    if (entry !== undefined) related.push(entry);
  }
  return { own, related };
};

/** Versions of one match that are asked for at once. */
const versionsAtOnce = 4;

/** A page of a member's bets, with what settles them. */
export const betsWithSettlements = async (
  log: Pick<PublicLog, 'factsAbout' | 'pageOf' | 'publicFacts'>,
  owner: Owner,
  from: { after?: string | undefined; limit: number },
): Promise<Record<'bets' | 'settlements' | 'decisions', NumberedFact[]>> => {
  const bets = await log.pageOf('bet', owner, from);
  const settlements = await log.factsAbout(
    'settlement',
    owner,
    bets.map(({ id }) => id),
  );
  const events = [...new Set(bets.flatMap(({ body }) => eventsIn(body)))];
  const decisions: NumberedFact[] = [];
  for (const kind of ['result', 'ruling']) {
    let open = events;
    // Versions have no gap: a match that has all of these may have more.
    for (let first = 1; open.length > 0 && first <= versionsMost; first += versionsAtOnce) {
      const ids = open.flatMap((event) =>
        Array.from({ length: versionsAtOnce }, (_, at) => `${event}:${first + at}`),
      );
      const found = await log.publicFacts(kind, ids);
      decisions.push(...found);
      const last = new Set(found.map(({ id }) => id));
      open = open.filter((event) => last.has(`${event}:${first + versionsAtOnce - 1}`));
    }
  }
  return { bets, settlements, decisions };
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
