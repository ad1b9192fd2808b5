import type pg from 'pg';
import { statement, type Queryable } from '../platform/database.ts';
import { withRetry } from '../platform/transaction.ts';
import { settleOutcomes, type Outcome, type ResultRow } from './outcomes.ts';
import { inRounds, requestHashOf, type Posting } from './posting.ts';
import { postingCtes, postingResult } from './posting-sql.ts';

export const postText = `with ready as (
  select p.*, 0::bigint as held_change, null::text as refusal, null::jsonb as refusal_detail
  from unnest($1::smallint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::uuid[])
    as p(shard, member_id, key, request_hash, kind, amount, counter_account, ref)
),
${postingCtes}
${postingResult}`;
const post = statement('wallet-post', postText);

/** A wallet as it stands, in minor units of its currency. */
export type Balance = { currency: string; availableMinor: bigint; heldMinor: bigint; version: bigint };

export type Wallet = ReturnType<typeof createWallet>;

/** The ledger's public functions. */
export const createWallet = ({ pool }: { pool: pg.Pool }) => ({
  /** Opens a member's wallet, empty, within the caller's transaction. Throws when it exists. */
  open: async (
    client: Queryable,
    { memberId, shard, currency }: { memberId: string; shard: number; currency: string },
  ): Promise<void> => {
    await client.query('insert into wallet (shard, member_id, currency) values ($1, $2, $3)', [
      shard,
      memberId,
      currency,
    ]);
  },

  /** @returns undefined when there is no such wallet */
  balance: async (memberId: string, shard: number): Promise<Balance | undefined> => {
    const { rows } = await pool.query<BalanceRow>(readBalance([shard, memberId]));
    const row = rows[0];
    return (
      row && {
        currency: row.currency,
        availableMinor: row.available,
        heldMinor: row.held,
        version: row.version,
      }
    );
  },

  /**
   * Applies postings, each for itself: one that is refused holds up no other.
   * @param client the caller's transaction; without it each statement is a transaction and passing failures are retried
   * @returns one outcome for each posting, in order
   */
  post: async (postings: readonly Posting[], client?: Queryable): Promise<Outcome[]> => {
    const answers: Outcome[] = [];
    for (const round of inRounds(postings)) {
      const items = round.map(({ item }) => item);
      const outcomes = await (client ? postRound(items, client) : withRetry(() => postRound(items, pool)));
      for (const [i, outcome] of outcomes.entries()) answers[round[i]?.at ?? -1] = outcome;
    }
    return answers;
  },
});

type BalanceRow = { currency: string; available: bigint; held: bigint; version: bigint };

const readBalance = statement(
  'wallet-balance',
  'select currency, available, held, version from wallet where shard = $1 and member_id = $2',
);

const postRound = async (round: readonly Posting[], on: Queryable): Promise<Outcome[]> => {
  const asked = round.map((p) => ({ ...p, requestHash: requestHashOf(p) }));
  const { rows } = await on.query<ResultRow>(
    post([
      asked.map((p) => p.shard),
      asked.map((p) => p.memberId),
      asked.map((p) => p.key),
      asked.map((p) => p.requestHash),
      asked.map((p) => p.kind),
      asked.map((p) => p.amountMinor),
      asked.map((p) => p.counterAccount),
      asked.map((p) => p.ref ?? null),
    ]),
  );
  return settleOutcomes(asked, rows, on);
};
