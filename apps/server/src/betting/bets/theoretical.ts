import type pg from 'pg';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { startOfDay } from '../../core/local-time.ts';

/**
 * A member's bets of a day. `theoretical` is the sum of stake in minor units × millionths kept of it on
 * average, exact.
 */
export type DayStakes = {
  shard: number;
  memberId: string;
  day: string;
  bets: bigint;
  stakesMinor: bigint;
  theoretical: bigint;
};

type Row = {
  shard: number;
  member_id: string;
  day: string;
  bets: bigint;
  stakes: bigint;
  theoretical: string;
};

const toStakes = (row: Row): DayStakes => ({
  shard: row.shard,
  memberId: row.member_id,
  day: row.day,
  bets: row.bets,
  stakesMinor: row.stakes,
  theoretical: BigInt(row.theoretical),
});

/** Notices of bet b under which it had been won or lost before: the first has the time of that. */
const before = `bet_notice n
  where n.shard = b.shard and n.member_id = b.member_id and n.bet_id = b.id and n.state_before in ('win', 'lose')`;
const sums = `count(*) as bets, sum(b.stake)::bigint as stakes,
  sum(b.stake::numeric * b.margin_micro)::text as theoretical`;
const startOf = (day: string, zone: string): string => startOfDay(`${day}::date`, zone);

const dayFrom = startOf('$1', '$2');
const dayUntil = startOf('($1::date + 1)', '$2');
const dayText = `declare team_day no scroll cursor for
  select b.shard, b.member_id, $1::date as day, ${sums}
  from (
    select b.shard, b.member_id, b.stake, b.margin_micro from bet b
    where b.shard >= 0 and b.settled_at >= ${dayFrom} and b.settled_at < ${dayUntil} and b.state in ('win', 'lose')
      and not exists (select from ${before})
    union all
    select b.shard, b.member_id, b.stake, b.margin_micro
    from (
      select distinct shard, member_id, bet_id from bet_notice
      where shard >= 0 and settled_before >= ${dayFrom} and settled_before < ${dayUntil}
        and state_before in ('win', 'lose')
    ) c
    join bet b on b.shard = c.shard and b.member_id = c.member_id and b.id = c.bet_id
    where b.state in ('win', 'lose') and (select min(n.settled_before) from ${before}) >= ${dayFrom}
  ) b
  group by b.shard, b.member_id`;

const rowsAtOnce = 10_000;

/**
 * Reads every member's bets of a day: bets that are won or lost and were so for the first time on that day.
 * Half results and sold bets count whole, as in `settledStakes`; a bet settled again stays with its first
 * day.
 * @param client a transaction; all rows are of the same time
 * @param day in the time zone of the site
 * @param onRows receives some members at a time
 */
export const readDay = async (
  client: pg.PoolClient,
  { day, timeZone }: { day: string; timeZone: string },
  onRows: (rows: readonly DayStakes[]) => Promise<void>,
): Promise<void> => {
  // A cursor that is declared by text takes no parameters; both values are checked by their types before.
  await client.query(
    dayText.replaceAll('$1', `'${dayOf(day)}'`).replaceAll('$2', client.escapeLiteral(timeZone)),
  );
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${rowsAtOnce} from team_day`);
    if (rows.length > 0) await onRows(rows.map(toStakes));
    if (rows.length < rowsAtOnce) break;
  }
  await client.query('close team_day');
};

const dayOf = (day: string): string => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new RangeError(`no day: ${day}`);
  return day;
};

const again = statement(
  'theoretical-again',
  `with changed as (
     select shard, member_id, bet_id from bet_notice where shard >= 0 and at >= $1
     union
     select n.shard, n.member_id, n.bet_id from bet_notice n
     join bet b on b.shard = n.shard and b.member_id = n.member_id and b.id = n.bet_id
     where n.shard >= 0 and n.state_after = 'open' and b.settled_at >= $1
   ), days as (
     select distinct c.shard, c.member_id, (f.first_at at time zone $3)::date as day
     from changed c
     join bet b on b.shard = c.shard and b.member_id = c.member_id and b.id = c.bet_id
     cross join lateral (
       select coalesce((select min(n.settled_before) from ${before}), b.settled_at) as first_at
     ) f
     where f.first_at < ${startOf('$2', '$3')}
   )
   select d.shard, d.member_id, d.day, t.bets, coalesce(t.stakes, 0) as stakes,
     coalesce(t.theoretical, '0') as theoretical
   from days d
   cross join lateral (
     select ${sums} from bet b
     where b.shard = d.shard and b.member_id = d.member_id and b.state in ('win', 'lose')
       and (coalesce((select min(n.settled_before) from ${before}), b.settled_at) at time zone $3)::date = d.day
   ) t`,
);

/**
 * The days before `day` whose bets were settled again from a time on, each of its member with its present
 * figures, also when nothing is left.
 */
export const readAgain = async (
  on: Queryable,
  { since, day, timeZone }: { since: Date; day: string; timeZone: string },
): Promise<DayStakes[]> => (await on.query<Row>(again([since, day, timeZone]))).rows.map(toStakes);

const upTo = query.one<{ at: Date }>(
  'theoretical-up-to',
  `select least(site_clock(), min(xact_start) + (site_now() - now())) - interval '1 second' as at from pg_stat_activity
   where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
);

/**
 * The time up to which everything is recorded: rows have the time at which their transaction began, and all
 * transactions that began before it have ended.
 */
export const recordedUpTo = async (on: Queryable): Promise<Date> => {
  const row = await upTo(on);
  if (!row) throw new Error('The query for the recorded time returned no row');
  return row.at;
};
