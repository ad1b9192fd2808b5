import { shardCount } from '../core/ids.ts';

/**
 * What entries say about bets, as a select for a statement of another module: for each bet and day its stakes, refunds and
 * payouts in minor units, and whether it was placed that day (`bets` is 1 then). Its columns are shard, member_id, bet_id, day,
 * stake, refund, payout and bets.
 * @param of.from entries of transactions from this number on …
 * @param of.until … and below this one; all below must have ended, see `endedBelow`
 * @param of.zone the time zone of the days. All three are SQL, parameters as a rule
 */
export const betMovesText = (of: { from: string; until: string; zone: string }): string => `
  select shard, member_id, ref as bet_id, (at at time zone ${of.zone})::date as day,
    coalesce(-sum(amount + held_change) filter (where counter_account = 'stakes' and kind = 'stake'), 0)::bigint as stake,
    coalesce(sum(amount + held_change) filter (where counter_account = 'stakes' and kind <> 'stake'), 0)::bigint as refund,
    coalesce(sum(amount + held_change) filter (where counter_account = 'payouts'), 0)::bigint as payout,
    count(*) filter (where counter_account = 'stakes' and kind = 'stake')::int as bets
  from entry
  where shard between 0 and ${shardCount - 1}::smallint and tx >= ${of.from} and tx < ${of.until}
    and counter_account in ('stakes', 'payouts') and ref is not null
  group by 1, 2, 3, 4`;

/** All transactions below this number have ended, so that a later read misses none of their rows. */
export const endedBelow = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';
