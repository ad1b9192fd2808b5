import { statement, type Queryable } from '../core/database/database.ts';
import { decideAll, type OperationOutcome, type ResultRow } from './outcomes.ts';
import { requestHashOf, type Posting } from './posting.ts';
import { postingCtes, postingResult } from './posting-sql.ts';

export const postText = `with ready as (
  select p.*, 0::bigint as held_change, null::text as refusal, null::jsonb as refusal_detail
  from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::uuid[])
    as p(shard, member_id, key, request_hash, kind, amount, counter_account, ref)
),
${postingCtes}
${postingResult}`;
const post = statement('wallet-post', postText);

/**
 * Applies postings in one statement, each wallet at most once.
 * @returns one outcome per posting, in order
 */
export const postRound = async (round: readonly Posting[], on: Queryable): Promise<OperationOutcome[]> => {
  if (round.some((p) => p.amountMinor === 0n)) throw new RangeError('A posting must move something');
  const asked = round.map((p) => ({ ...p, requestHash: requestHashOf(p) }));
  const run = async (some: readonly (typeof asked)[number][]): Promise<ResultRow[]> => {
    const { rows } = await on.query<ResultRow>(
      post([
        some.map((p) => p.shard),
        some.map((p) => p.memberId),
        some.map((p) => p.key),
        some.map((p) => p.requestHash),
        some.map((p) => p.kind),
        some.map((p) => p.amountMinor),
        some.map((p) => p.counterAccount),
        some.map((p) => p.ref ?? null),
      ]),
    );
    return rows;
  };
  return decideAll(asked, run, on);
};
