import { limits } from '@touchline/contract/limits';
import type { LoggedFact, LogProof } from '@touchline/contract/shapes/log-proof';
import { Refused } from '../platform/refusal.ts';
import type { Handlers } from '../platform/handler.ts';
import { ownerOf } from '../platform/owner.ts';
import { betsWithSettlements, proveToMember, type NamedProof } from './member-proofs.ts';
import type { NumberedFact, PublicLog } from './service.ts';

const toWire = ({ kind, id, body, nonce, proof }: NamedProof): LogProof => ({
  kind,
  id,
  body,
  ...(nonce === undefined ? {} : { nonce }),
  proof,
});

const toLogged = ({ body, nonce, index }: NumberedFact): LoggedFact => ({
  body,
  ...(nonce === undefined ? {} : { nonce }),
  ...(index === undefined ? {} : { index }),
});

/** The calls of a member about what is theirs in the public log. */
export const logHandlers = (
  log: Pick<PublicLog, 'factsAbout' | 'hasFact' | 'pageOf' | 'proofOf' | 'publicFacts'>,
  witnesses: readonly string[],
): Pick<Handlers, 'betProofs' | 'logProof' | 'walletProofs'> => ({
  logProof: async ({ kind, id }, { member }) => {
    const found = await proveToMember(log, ownerOf(member), { kind, id });
    if (found === undefined) throw new Refused('not_found');
    const { own, related } = found;
    return {
      ...(own === undefined ? {} : { own: toWire(own) }),
      related: related.map(toWire),
      witnesses: [...witnesses],
    };
  },
  walletProofs: async ({ after, limit = limits.entryProofsMax }, { member }) => {
    const owner = ownerOf(member);
    const list = await log.pageOf('entry', owner, { after: `${owner.memberId}:${after}`, limit });
    return { list: list.map(toLogged), isLast: list.length < limit };
  },
  betProofs: async ({ after, limit = limits.betProofsMax }, { member }) => {
    const found = await betsWithSettlements(log, ownerOf(member), { after, limit });
    return {
      list: found.bets.map(toLogged),
      settlements: found.settlements.map(toLogged),
      decisions: found.decisions.map(toLogged),
      isLast: found.bets.length < limit,
    };
  },
});
