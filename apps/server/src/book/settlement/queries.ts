import type { Result } from '@touchline/football/score';
import type { LegOutcome } from '@touchline/money/factor';
import type { Queryable } from '../../platform/database.ts';
import { placingName } from '../placing/statement.ts';
import type { DueBet, Graded, Quoted, Settled } from './domain.ts';

/** A version of an event's result. */
export type RunKey = { eventId: string; version: number };

/** The scores of a confirmed version; undefined when there is no such version. */
export const selectResult = async (q: Queryable, run: RunKey): Promise<Result | undefined> => {
  const { rows } = await q.query<Record<'ht_home' | 'ht_away' | 'ft_home' | 'ft_away', number | null>>(
    `select ht_home, ht_away, ft_home, ft_away from result where event_id = $1 and version = $2 and state = 'confirmed'`,
    [run.eventId, run.version],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { ht_home, ht_away, ft_home, ft_away } = row;
  return {
    ...(ht_home === null || ht_away === null ? {} : { ht: { home: ht_home, away: ht_away } }),
    ...(ft_home === null || ft_away === null ? {} : { ft: { home: ft_home, away: ft_away } }),
  };
};

/**
 * Whether bets are still being written by statements that began before `moment`. They may have seen the markets open and
 * be waiting for a wallet; a statement that begins later sees them closed.
 */
export const isPlacingSince = async (q: Queryable, moment: Date): Promise<boolean> => {
  const { rowCount } = await q.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = $1 and state <> 'idle' and xact_start <= $2`,
    [placingName, moment],
  );
  return (rowCount ?? 0) > 0;
};

/** The database's clock. */
export const selectNow = async (q: Queryable): Promise<Date> => {
  const { rows } = await q.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (!row) throw new Error('The database does not tell the time');
  return row.now;
};

/** Confirmed results whose run has not ended and has not moved for `stalledMs`, oldest first. */
export const selectStalled = async (q: Queryable, stalledMs: number): Promise<RunKey[]> => {
  const { rows } = await q.query<RunKey>(
    `select r.event_id as "eventId", r.version from result r
     left join settlement_run s on s.event_id = r.event_id and s.version = r.version
     where r.state = 'confirmed' and s.finished_at is null
       and coalesce(s.moved_at, r.confirmed_at) <= now() - $1 * interval '1 millisecond'
     order by r.confirmed_at, r.version`,
    [stalledMs],
  );
  return rows;
};

/** Every selection the event ever offered. */
export const selectQuoted = async (q: Queryable, eventId: string): Promise<Quoted[]> => {
  const { rows } = await q.query<Quoted>(
    `select market, line, unnest(selections) as selection from market where event_id = $1`,
    [eventId],
  );
  return rows;
};

/** Opens the run, once; a run that was begun before goes on. */
export const openRun = async (
  q: Queryable,
  run: RunKey,
  graded: readonly Graded[],
): Promise<{ nextShard: number }> => {
  await q.query(
    `insert into graded (event_id, version, market, line, selection, outcome)
     select $1, $2, t.* from unnest($3::text[], $4::text[], $5::text[], $6::text[]) t
     on conflict do nothing`,
    [
      ...[run.eventId, run.version],
      ...[graded.map((g) => g.market), graded.map((g) => g.line)],
      ...[graded.map((g) => g.selection), graded.map((g) => g.outcome)],
    ],
  );
  await q.query(`insert into settlement_run (event_id, version) values ($1, $2) on conflict do nothing`, [
    run.eventId,
    run.version,
  ]);
  const { rows } = await q.query<{ next_shard: number }>(
    `select next_shard from settlement_run where event_id = $1 and version = $2`,
    [run.eventId, run.version],
  );
  return { nextShard: rows[0]?.next_shard ?? 0 };
};

/** The shards from `from` on that hold legs of the event. */
export const selectShards = async (q: Queryable, eventId: string, from: number): Promise<number[]> => {
  const { rows } = await q.query<{ shard: number }>(
    `select s.shard from generate_series($2::int, 255) s(shard)
     where exists (select 1 from leg l where l.shard = s.shard and l.event_id = $1) order by s.shard`,
    [eventId, from],
  );
  return rows.map((row) => row.shard);
};

/**
 * Up to `limit` singles of a shard that this version decides and no earlier version decided alike.
 * Nothing is locked: the update that follows takes each bet only if it is still as it was read.
 */
export const selectDue = async (
  q: Queryable,
  run: RunKey,
  shard: number,
  limit: number,
): Promise<DueBet[]> => {
  const { rows } = await q.query<{
    member_id: string;
    id: string;
    stake: bigint;
    odds_milli: bigint;
    outcome: LegOutcome;
    payout: bigint | null;
  }>(
    `select b.member_id, b.id, b.stake, b.odds_milli, g.outcome, b.payout
     from leg l
     join graded g on g.event_id = l.event_id and g.version = $3
       and g.market = l.market and g.line = l.line and g.selection = l.selection
     join bet b on b.shard = l.shard and b.member_id = l.member_id and b.id = l.bet_id
     left join graded before on before.event_id = l.event_id and before.version = b.settled_version
       and before.market = l.market and before.line = l.line and before.selection = l.selection
     where l.shard = $1 and l.event_id = $2 and b.type = 'single'
       and (b.settled_version is null or (b.settled_version < $3 and before.outcome is distinct from g.outcome))
     order by b.member_id, b.id
     limit $4`,
    [shard, run.eventId, run.version, limit],
  );
  return rows.map((row) => ({
    memberId: row.member_id,
    id: row.id,
    stake: row.stake,
    oddsMilli: Number(row.odds_milli),
    outcome: row.outcome,
    paidBefore: row.payout,
  }));
};

/** Writes what bets have become. @returns how many were still as they had been read */
export const updateSettled = async (
  q: Queryable,
  run: RunKey,
  shard: number,
  bets: readonly Settled[],
): Promise<number> => {
  const { rowCount } = await q.query(
    `update bet b set state = t.state, payout = t.payout, settled_at = now(), settled_version = $2
     from unnest($3::uuid[], $4::uuid[], $5::text[], $6::bigint[], $7::bigint[])
       as t(member_id, id, state, payout, paid_before)
     where b.shard = $1 and b.member_id = t.member_id and b.id = t.id
       and (b.settled_version is null or b.settled_version < $2) and coalesce(b.payout, 0) = t.paid_before`,
    [
      ...[shard, run.version],
      ...[bets.map((b) => b.memberId), bets.map((b) => b.id), bets.map((b) => b.state)],
      ...[bets.map((b) => b.payout), bets.map((b) => b.payout - b.difference)],
    ],
  );
  return rowCount ?? 0;
};

/** Marks the shards below `nextShard` as done and counts what a chunk did. */
export const advanceRun = (
  q: Queryable,
  run: RunKey,
  done: { nextShard: number; bets: number; paidMinor: bigint },
): Promise<unknown> =>
  q.query(
    `update settlement_run set next_shard = greatest(next_shard, $3), bets = bets + $4, paid_minor = paid_minor + $5,
       moved_at = now()
     where event_id = $1 and version = $2`,
    [run.eventId, run.version, done.nextShard, done.bets, done.paidMinor],
  );

/** Ends the run; the markets it decided are settled, with a row of their history. */
export const finishRun = async (q: Queryable, run: RunKey): Promise<void> => {
  await q.query(
    `with decided as (
       update market m set state = 'settled', version = m.version + 1, updated_at = now()
       where m.event_id = $1 and m.state <> 'settled' and exists (
         select 1 from graded g
         where g.event_id = $1 and g.version = $2 and g.market = m.market and g.line = m.line)
       returning m.market, m.line, m.version, m.odds_milli)
     insert into market_history (event_id, market, line, version, state, odds_milli, who, why)
     select $1, market, line, version, 'settled', odds_milli, 'settlement', 'result ' || $2::int from decided`,
    [run.eventId, run.version],
  );
  await q.query(
    `update settlement_run set finished_at = now(), next_shard = 256
     where event_id = $1 and version = $2 and finished_at is null`,
    [run.eventId, run.version],
  );
};
