import type pg from 'pg';
import { shardCount } from '../platform/ids.ts';

/** The entries about one bet on a day, summed in minor units. */
export type BetMoves = {
  shard: number;
  memberId: string;
  betId: string;
  day: string;
  stakeMinor: bigint;
  refundMinor: bigint;
  payoutMinor: bigint;
  /** 1 on the day it was placed. */
  bets: number;
};

const rowsAtOnce = 10_000;

const text = `declare bet_moves no scroll cursor for
  select shard, member_id as "memberId", ref as "betId", (at at time zone $zone)::date as day,
    coalesce(-sum(amount + held_change) filter (where counter_account = 'stakes' and kind = 'stake'), 0)::bigint as "stakeMinor",
    coalesce(sum(amount + held_change) filter (where counter_account = 'stakes' and kind <> 'stake'), 0)::bigint as "refundMinor",
    coalesce(sum(amount + held_change) filter (where counter_account = 'payouts'), 0)::bigint as "payoutMinor",
    count(*) filter (where counter_account = 'stakes' and kind = 'stake')::int as bets
  from entry
  where shard between 0 and ${shardCount - 1}::smallint and tx >= $from and tx < $until
    and counter_account in ('stakes', 'payouts') and ref is not null
  group by 1, 2, 3, 4`;

/**
 * Reads what finished transactions have written about bets since a transaction number.
 * @param client a transaction
 * @param onRows receives the rows in groups
 * @returns the transaction number up to which all has been read
 */
export const readBetMoves = async (
  client: pg.PoolClient,
  { from, timeZone }: { from: bigint; timeZone: string },
  onRows: (rows: readonly BetMoves[]) => Promise<void>,
): Promise<bigint> => {
  // All transactions below it have ended, so that a later read sees their rows.
  const { rows: bounds } = await client.query<{ tx: bigint }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx',
  );
  const until = bounds[0]?.tx ?? from;
  if (until <= from) return from;
  // A cursor that is declared by text takes no parameters.
  await client.query(
    text
      .replace('$zone', client.escapeLiteral(timeZone))
      .replace('$from', `${from}::bigint`)
      .replace('$until', `${until}::bigint`),
  );
  for (;;) {
    const { rows } = await client.query<BetMoves>(`fetch ${rowsAtOnce} from bet_moves`);
    if (rows.length > 0) await onRows(rows);
    if (rows.length < rowsAtOnce) break;
  }
  await client.query('close bet_moves');
  return until;
};
