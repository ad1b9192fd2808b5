import { query, statement, type Queryable } from '../../core/database/database.ts';

/** A part of a settlement: what it did to the bets of one shard. */
export type SettledShard = { shard: number; eventId: string; version: number };

/** A bet that was settled from open. `payoutMinor` is what it paid apart from earlier sales. */
export type SettledNow = {
  memberId: string;
  betId: string;
  state: 'win' | 'lose' | 'refund';
  payoutMinor: bigint;
};

const unnotified = query.many<SettledShard>(
  'settled-unnotified',
  `select shard, event_id as "eventId", version from settlement_shard
   where done and told_at is null order by moved_at limit $1`,
);

type Row = { memberId: string; betId: string; state: SettledNow['state']; payout: string };

/** The bets that a run has settled for the first time. Bets that were settled before have a notice of their own. */
const settled = statement(
  'settled-from-open',
  `select t.b ->> 'member' as "memberId", t.b ->> 'bet' as "betId", t.b ->> 'state' as state, t.b ->> 'payout' as payout
   from settlement_chunk c cross join jsonb_array_elements(c.bets) as t (b)
   where c.shard = $1 and c.event_id = $2 and c.version = $3 and t.b ->> 'state' <> 'open' and not exists (
     select from bet_notice n where n.shard = $1 and n.member_id = (t.b ->> 'member')::uuid
       and n.bet_id = (t.b ->> 'bet')::uuid and n.n = (t.b ->> 'n')::int)
   order by 1, 2`,
);

const notified = query.exec(
  'settled-notified',
  `update settlement_shard set told_at = site_now() where shard = $1 and event_id = $2 and version = $3 and told_at is null`,
);

/**
 * What settlements did to bets that were open, for messages to their members. The members of a shard are notified
 * once it is done, so that a member gets one message about all bets that one settlement has decided, also when the server was killed
 * on the way.
 */
export const createSettledNews = ({ pool }: { pool: Queryable }) => ({
  /** Shards that are done and whose members were not notified yet, the oldest first. */
  unnotified: (limit: number): Promise<SettledShard[]> => unnotified(pool, [limit]),

  /** The bets that a settlement has settled from open in a shard, by member. */
  of: async ({ shard, eventId, version }: SettledShard): Promise<SettledNow[]> => {
    const { rows } = await pool.query<Row>(settled([shard, eventId, version]));
    return rows.map(({ payout, ...row }) => ({ ...row, payoutMinor: BigInt(payout) }));
  },

  /** Records that the members were notified. */
  markNotified: async ({ shard, eventId, version }: SettledShard): Promise<void> => {
    await notified(pool, [shard, eventId, version]);
  },
});

export type SettledNews = ReturnType<typeof createSettledNews>;
