import { Value } from 'typebox/value';
import { Type } from 'typebox';
import type { Queryable } from '../../core/database/database.ts';
import { namesOf } from '../../core/database/rows.ts';
import { resultKinds } from '../../catalogue/index.ts';
import type { Counting, DecidedMarket, Grade, Quoted, Void } from './grading.ts';

/** What a run has done: changed bets, and money paid, clawed back, and not available, in minor units. */
export type SettledTotals = { bets: number; paidMinor: bigint; takenMinor: bigint; lostMinor: bigint };

/** A ruling on an event, the key of its runs. */
export type RunKey = { eventId: string; version: number };

const Kind = Type.Enum([...resultKinds]);

type ResultRow = { kind: string | null } & Record<
  'ht_home' | 'ht_away' | 'ft_home' | 'ft_away',
  number | null
>;

const toCounting = ({ kind, ...row }: ResultRow): Counting | undefined =>
  kind === null
    ? undefined
    : {
        kind: Value.Parse(Kind, kind),
        ht: scoreOf(row.ht_home, row.ht_away),
        ft: scoreOf(row.ft_home, row.ft_away),
      };

/** The decision of a ruling; undefined when there is no such ruling. */
export const selectDecision = async (
  q: Queryable,
  run: RunKey,
): Promise<{ counting: Counting | undefined; voids: (Void & { version: number })[] } | undefined> => {
  const { rows } = await q.query<ResultRow>(
    `select r.kind, r.ht_home, r.ht_away, r.ft_home, r.ft_away
     from ruling u left join result r on r.event_id = u.event_id and r.version = u.result_version
     where u.event_id = $1 and u.version = $2`,
    [run.eventId, run.version],
  );
  const [row] = rows;
  return row && { counting: toCounting(row), voids: await selectVoids(q, run) };
};

/** A version of a result, confirmed or not; undefined when there is none. */
export const selectVersion = async (
  q: Queryable,
  eventId: string,
  version: number,
): Promise<Counting | undefined> => {
  const { rows } = await q.query<ResultRow>(
    `select kind, ht_home, ht_away, ft_home, ft_away from result where event_id = $1 and version = $2`,
    [eventId, version],
  );
  const [row] = rows;
  return row && toCounting(row);
};

/** The last ruling on an event; 0 when there is none. */
export const selectLastRuling = async (q: Queryable, eventId: string): Promise<number> => {
  const { rows } = await q.query<{ ruling: number }>('select ruling from standing where event_id = $1', [
    eventId,
  ]);
  return rows[0]?.ruling ?? 0;
};

const scoreOf = (home: number | null, away: number | null) =>
  home === null || away === null ? undefined : { home, away };

/** The voids in force under a ruling. */
const selectVoids = async (q: Queryable, run: RunKey): Promise<(Void & { version: number })[]> => {
  const { rows } = await q.query<{
    version: number;
    market: string | null;
    line: string | null;
    struck_from: Date | null;
    struck_until: Date | null;
  }>(
    `select version, market, line, nullif(struck_from, '-infinity') as struck_from, nullif(struck_until, 'infinity') as struck_until
     from void_rule
     where event_id = $1 and version <= $2 and (undone_version is null or undone_version > $2) order by version`,
    [run.eventId, run.version],
  );
  return rows.map(({ version, market, line, struck_from: from, struck_until: until }) => ({
    version,
    market: market ?? undefined,
    line: line ?? undefined,
    struckFrom: from ?? undefined,
    struckUntil: until ?? undefined,
  }));
};

/** Every market and line the event ever offered. */
export const selectQuoted = async (q: Queryable, eventId: string): Promise<Quoted[]> => {
  const { rows } = await q.query<Quoted>(
    `select market, line, selections from market where event_id = $1 order by market, line`,
    [eventId],
  );
  return rows;
};

/**
 * Scores at which legs on the event were struck. Reads them all: only for rulings that are no plain result.
 */
export const selectSinces = async (q: Queryable, eventId: string): Promise<string[]> => {
  const { rows } = await q.query<{ since: string }>(
    `select distinct l.since from generate_series(0, 255) s(shard)
     join bet_leg l on l.shard = s.shard and l.event_id = $1 where l.since <> ''`,
    [eventId],
  );
  return rows.map(({ since }) => since);
};

const gradeTypes = {
  market: 'text',
  line: 'text',
  selection: 'text',
  since: 'text',
  struck_from: 'timestamptz',
  struck_until: 'timestamptz',
  outcome: 'text',
  rule: 'text',
} as const;

/**
 * Grades as rows of a statement.
 * @param from the number of the first parameter of `gradeColumns`
 */
export const gradesFrom = (from: number): string => {
  const names = namesOf(gradeTypes);
  const arrays = names.map((name, i) => `$${from + i}::${gradeTypes[name]}[]`);
  return `unnest(${arrays.join(', ')}) as t (${names.join(', ')})`;
};

/** Grades as the parameters of `gradesFrom`. */
export const gradeColumns = (grades: readonly Grade[]): unknown[] => [
  grades.map((g) => g.market),
  grades.map((g) => g.line),
  grades.map((g) => g.selection),
  grades.map((g) => g.since),
  grades.map((g) => g.struckFrom ?? null),
  grades.map((g) => g.struckUntil ?? null),
  grades.map((g) => g.outcome),
  grades.map((g) => g.rule),
];

/**
 * Puts a ruling's grades in force, and opens its run.
 * @returns false when a later ruling is in force already
 */
export const publishGrades = async (
  q: Queryable,
  run: RunKey,
  grades: readonly Grade[],
): Promise<boolean> => {
  const { rowCount } = await q.query(`update standing set graded = $2 where event_id = $1 and graded <= $2`, [
    run.eventId,
    run.version,
  ]);
  await q.query(
    `insert into settlement_run (event_id, version, started_at, moved_at) values ($1, $2, site_now(), site_now())
     on conflict do nothing`,
    [run.eventId, run.version],
  );
  if (rowCount !== 1) return false;
  await q.query(
    `insert into graded (event_id, version, market, line, selection, since, struck_from, struck_until, outcome, rule)
     select $1, $2, t.market, t.line, t.selection, t.since, coalesce(t.struck_from, '-infinity'),
       coalesce(t.struck_until, 'infinity'), t.outcome, t.rule
     from ${gradesFrom(3)}
     on conflict do nothing`,
    [run.eventId, run.version, ...gradeColumns(grades)],
  );
  return true;
};

/**
 * Ends the run and adds up its shards. Markets it decided are settled or void, those it no longer decides are
 * closed again, each with a row of its history.
 */
export const finishRun = async (
  q: Queryable,
  run: RunKey,
  { decided, done }: { decided: readonly DecidedMarket[]; done: SettledTotals },
): Promise<void> => {
  await q.query(
    `with wanted as (
       select m.event_id, m.market, m.line, coalesce(d.state, 'closed') as state
       from market m
       left join unnest($3::text[], $4::text[], $5::text[]) as d(market, line, state)
         on d.market = m.market and d.line = m.line
       where m.event_id = $1 and (d.state is not null or m.state in ('settled', 'void'))
     ), moved as (
       update market m set state = w.state, version = m.version + 1, updated_at = site_now()
       from wanted w
       where m.event_id = w.event_id and m.market = w.market and m.line = w.line and m.state <> w.state
       returning m.market, m.line, m.version, m.state, m.odds_milli)
     insert into market_history (event_id, market, line, version, state, odds_milli, who, why, at)
     select $1, market, line, version, state, odds_milli, 'settlement', 'ruling ' || $2::int, site_now() from moved`,
    [
      run.eventId,
      run.version,
      decided.map((m) => m.market),
      decided.map((m) => m.line),
      decided.map((m) => m.state),
    ],
  );
  await endRun(q, run, done);
};

/** What the shards of a run have done. */
export const selectDone = async (on: Queryable, run: RunKey): Promise<SettledTotals> => {
  const { rows } = await on.query<SettledTotals>(
    `select coalesce(sum(bets), 0)::int as bets, coalesce(sum(paid_minor), 0)::bigint as "paidMinor",
             coalesce(sum(taken_minor), 0)::bigint as "takenMinor", coalesce(sum(lost_minor), 0)::bigint as "lostMinor"
           from settlement_shard where event_id = $1 and version = $2`,
    [run.eventId, run.version],
  );
  const [done] = rows;
  if (!done) throw new Error('A sum has no row');
  return done;
};

/** Marks a run as ended. @param done what its shards have done, all together */
export const endRun = async (q: Queryable, run: RunKey, done: SettledTotals): Promise<void> => {
  await q.query(
    `update settlement_run set finished_at = site_now(), moved_at = site_now(), bets = $3, paid_minor = $4, taken_minor = $5,
       lost_minor = $6
     where event_id = $1 and version = $2 and finished_at is null`,
    [run.eventId, run.version, done.bets, done.paidMinor, done.takenMinor, done.lostMinor],
  );
};

/** Rulings whose run has not ended and has not moved for `stalledMs`, oldest first. */
export const selectStalled = async (q: Queryable, stalledMs: number): Promise<RunKey[]> => {
  const { rows } = await q.query<RunKey>(
    `select u.event_id as "eventId", u.version from ruling u
     left join settlement_run s on s.event_id = u.event_id and s.version = u.version
     where s.finished_at is null
       and greatest(coalesce(s.moved_at, u.at), (select max(p.moved_at) from settlement_shard p
         where p.event_id = u.event_id and p.version = u.version)) <= site_now() - $1 * interval '1 millisecond'
     order by u.at, u.version`,
    [stalledMs],
  );
  return rows;
};
