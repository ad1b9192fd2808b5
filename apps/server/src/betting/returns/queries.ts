import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';

const StoredLeg = Type.Object({
  eventId: Type.String(),
  market: Type.String(),
  line: Type.String(),
  selection: Type.String(),
  since: Type.String(),
  oddsMilli: Type.Integer(),
});
type ReturnLeg = Static<typeof StoredLeg>;

/** A returnable bet, as it was read. Amounts in minor units. */
export type Returnable = {
  id: string;
  isSingle: boolean;
  /** Legs per line. */
  k: number;
  stake: bigint;
  cashed_stake: bigint;
  potential: bigint;
  settlements: number;
  legs: ReturnLeg[];
};

const returnable = query.many<Omit<Returnable, 'legs'> & { legs: unknown }>(
  'bet-returnable',
  `select b.id, b.type = 'single' as "isSingle", coalesce(b.k, b.lines_legs) as k, b.stake, b.cashed_stake, b.potential,
     b.settlements, b.legs
   from (
     select b.id, b.type, b.k, b.stake, b.cashed_stake, b.potential, b.settlements, l.legs, l.n as lines_legs
     from bet b
     join lateral (
       select count(*)::int as n,
         jsonb_agg(jsonb_build_object('eventId', l.event_id, 'market', l.market, 'line', l.line,
           'selection', l.selection, 'since', l.since, 'oddsMilli', l.odds_milli) order by l.n) as legs,
         bool_and(e.state in ('postponed', 'cancelled')
           or (e.state = 'scheduled' and e.kick_off > site_clock())) as ahead
       from bet_leg l join event e on e.id = l.event_id
       where l.shard = $1 and l.member_id = $2 and l.bet_id = b.id
     ) l on l.ahead
     where b.shard = $1 and b.member_id = $2 and b.state = 'open' and b.cashed_stake < b.stake and b.lost = 0
     order by b.id limit $3
   ) b`,
);

/**
 * Open bets of a member none of whose matches has kicked off, by the clock of the database. A bet with an
 * unrecovered refund (`lost`) is left out: its settlement accounts for that.
 */
export const selectReturnable = async (
  on: Queryable,
  { shard, memberId }: Owner,
  limit: number,
): Promise<Returnable[]> => {
  const rows = await returnable(on, [shard, memberId, limit]);
  return rows.map((row) => ({ ...row, legs: Value.Parse(Type.Array(StoredLeg), row.legs) }));
};

const giveBack = query.many<{ id: string; settled_at: Date }>(
  'bet-return',
  `update bet b
   set state = 'refund', payout = b.stake - b.cashed_stake, settlements = b.settlements + 1, settled_at = site_now(),
     returned_at = site_now()
   from unnest($3::uuid[], $4::int[], $5::bigint[]) as t (id, settlements, cashed_stake)
   where b.shard = $1 and b.member_id = $2 and b.id = t.id and b.state = 'open' and b.settlements = t.settlements
     and b.cashed_stake = t.cashed_stake and b.cashed_stake < b.stake and b.lost = 0
   returning b.id, b.settled_at`,
);

/** Ends bets as refunded that are unchanged since they were read. @returns when, for those that were */
export const returnBets = async (
  on: Queryable,
  { shard, memberId }: Owner,
  bets: readonly Returnable[],
): Promise<Map<string, Date>> => {
  const rows = await giveBack(on, [
    shard,
    memberId,
    bets.map(({ id }) => id),
    bets.map(({ settlements }) => settlements),
    bets.map(({ cashed_stake: cashed }) => cashed),
  ]);
  return new Map(rows.map(({ id, settled_at }) => [id, settled_at]));
};

const returned = query.one<{ bets: bigint; amountMinor: bigint }>(
  'bet-returned-since',
  `select count(*) as bets, coalesce(sum(payout), 0)::bigint as "amountMinor" from bet
   where shard = $1 and member_id = $2 and returned_at >= $3`,
);

/** The returned stakes of a member's bets from a time on, in minor units. */
export const selectReturned = async (
  on: Queryable,
  { shard, memberId }: Owner,
  since: Date,
): Promise<{ bets: number; amountMinor: bigint }> => {
  const row = await returned(on, [shard, memberId, since]);
  return { bets: Number(row?.bets ?? 0n), amountMinor: row?.amountMinor ?? 0n };
};

const open = query.many<OpenBetStake>(
  'bet-open-stakes',
  `select id, stake - cashed_stake as "stakeMinor" from bet
   where shard = $1 and member_id = $2 and state = 'open'
   union all
   select id, unit * lines from delayed_order
   where shard = $1 and member_id = $2 and state = 'waiting'`,
);

/** The stake of an open bet, or of an order that waits, as far as it was not sold. Minor units. */
export type OpenBetStake = { id: string; stakeMinor: bigint };

/** The stakes of a member's open bets and waiting orders. */
export const openStakes = (on: Queryable, { shard, memberId }: Owner): Promise<OpenBetStake[]> =>
  open(on, [shard, memberId]);
