import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import { plainArray, query, statement } from '../../core/database/database.ts';

/** A bet that was settled again, of which its member has not been notified. */
export type BetCorrection = {
  shard: number;
  memberId: string;
  betId: string;
  /** The number of the bet's settlement. */
  n: number;
  /** The bet's present state on the wire. */
  state: string;
  /** Below zero: clawed back. */
  booked: string;
  /** The part of a claw-back that was not available. */
  lost: string;
  at: Date;
};

type Row = Omit<BetCorrection, 'booked' | 'lost'> & { booked: bigint; lost: bigint };

const untold = statement(
  'bet-corrections-untold',
  `select shard, member_id as "memberId", bet_id as "betId", n, state_after as state, booked, lost, at
   from bet_notice where told_at is null order by at limit $1`,
);

const told = query.exec(
  'bet-corrections-told',
  `update bet_notice b set told_at = site_now()
   from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::int[]) as t (shard, member_id, bet_id, n)
   where b.shard = t.shard and b.member_id = t.member_id and b.bet_id = t.bet_id and b.n = t.n and b.told_at is null`,
);

/** Corrections of settled bets, for letters to members. */
export const createCorrections = ({ pool, currency }: { pool: pg.Pool; currency: Currency }) => ({
  /** Corrections without a notification, the oldest first. */
  untold: async (limit: number): Promise<BetCorrection[]> =>
    (await pool.query<Row>(untold([limit]))).rows.map((row) => ({
      ...row,
      booked: formatAmount(row.booked, currency.scale),
      lost: formatAmount(row.lost, currency.scale),
    })),

  /** Records that their members were notified. */
  markTold: async (corrections: readonly BetCorrection[]): Promise<void> => {
    const column = (pick: (one: BetCorrection) => string | number): string =>
      plainArray(corrections.map(pick));
    await told(pool, [
      column((c) => c.shard),
      column((c) => c.memberId),
      column((c) => c.betId),
      column((c) => c.n),
    ]);
  },
});

export type Corrections = ReturnType<typeof createCorrections>;
