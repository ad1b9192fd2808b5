import type { LogProof } from '@touchline/contract/shapes/log-proof';
import { Refused } from '../platform/refusal.ts';
import type { Handlers } from '../platform/handler.ts';
import { proveToMember, type NamedProof } from './member-proofs.ts';
import type { PublicLog } from './service.ts';

const toWire = ({ kind, id, body, nonce, proof }: NamedProof): LogProof => ({
  kind,
  id,
  body,
  ...(nonce === undefined ? {} : { nonce }),
  proof,
});

/** The call of a member about what is theirs in the public log. */
export const logHandlers = (
  log: Pick<PublicLog, 'hasFact' | 'proofOf'>,
  witnesses: readonly string[],
): Pick<Handlers, 'logProof'> => ({
  logProof: async ({ kind, id }, { member }) => {
    const found = await proveToMember(log, { shard: member.shard, memberId: member.id }, { kind, id });
    if (found === undefined) throw new Refused('not_found');
    const { own, related } = found;
    return {
      ...(own === undefined ? {} : { own: toWire(own) }),
      related: related.map(toWire),
      witnesses: [...witnesses],
    };
  },
});
