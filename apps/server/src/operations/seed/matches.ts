import type pg from 'pg';
import { newId } from '../../core/ids.ts';
import { gradeColumns, gradeEvent, gradesFrom, type Quoted } from '../../betting/index.ts';

/** The markets of every match, with their prices in thousandths. */
const markets: readonly (Quoted & { odds: readonly number[] })[] = [
  { market: '1x2', line: '', selections: ['1', 'X', '2'], odds: [2100, 3400, 3600] },
  { market: 'over_under', line: '2.5', selections: ['over', 'under'], odds: [1900, 1950] },
  { market: 'ht_1x2', line: '', selections: ['1', 'X', '2'], odds: [2700, 2100, 4000] },
];
const competitions = 8;
const teams = 64;
/** When a match is over and decided. */
const lasts = `interval '2 hours'`;

/** The score of a match by number: every outcome occurs. */
const scoreOf = (n: number) => {
  const ht = { home: n % 3, away: (n >> 2) % 2 };
  return { ht, ft: { home: ht.home + ((n >> 3) % 3), away: ht.away + ((n >> 1) % 3) } };
};

/**
 * Matches that are over, decided and settled, and a third as many upcoming ones; `load_match` has them by
 * number, beginning with the oldest, `load_price` their selections with prices and outcomes.
 */
export const loadMatches = async (
  pool: pg.Pool,
  { matches, days }: { matches: number; days: number },
): Promise<{ over: number; coming: number }> => {
  const over = matches;
  const coming = Math.ceil(matches / 3);
  await pool.query(
    `insert into competition (id, name) select 'load-' || c, 'Load League ' || c from generate_series(1, ${competitions}) c`,
  );
  await pool.query(
    `insert into team (id, name, short, colour_a, colour_b)
     select 'load-' || t, 'Load Town ' || t, 'L' || lpad(t::text, 2, '0'), '#123524', '#d8e4dc'
     from generate_series(1, ${teams}) t`,
  );
  await pool.query(
    'create unlogged table load_match (n int primary key, id uuid, kick_off timestamptz, over boolean)',
  );
  await pool.query(
    `insert into load_match
     select nth - 1, id, case when nth <= $2 then now() - interval '3 hours' - $3 * interval '1 day' * ($2 - nth) / $2
       else now() + interval '1 day' + interval '13 days' * (nth - $2) / $4 end, nth <= $2
     from unnest($1::uuid[]) with ordinality as t(id, nth)`,
    [Array.from({ length: over + coming }, newId), over, days, coming],
  );
  await pool.query(
    `insert into event (id, competition_id, home_id, away_id, kick_off, state, replay, feed, feed_ref)
     select id, 'load-' || 1 + n % ${competitions}, 'load-' || 1 + n % ${teams}, 'load-' || 1 + (n * 7 + 5) % ${teams}, kick_off,
       case when over then 'finished' else 'scheduled' end, false, 'load', id::text
     from load_match where n % ${teams} <> (n * 7 + 5) % ${teams}
     union all
     select id, 'load-' || 1 + n % ${competitions}, 'load-' || 1 + n % ${teams}, 'load-' || 1 + (n + 1) % ${teams}, kick_off,
       case when over then 'finished' else 'scheduled' end, false, 'load', id::text
     from load_match where n % ${teams} = (n * 7 + 5) % ${teams}`,
  );
  for (const { market, line, selections, odds } of markets) {
    await pool.query(
      `insert into market (event_id, market, line, state, version, in_play, margin_bp, selections, odds_milli, moves)
       select id, $1, $2, case when over then 'settled' else 'open' end, case when over then 2 else 1 end, false, 500, $3, $4,
         array_fill(0, array[$5::int])
       from load_match`,
      [market, line, selections, odds, selections.length],
    );
  }
  await pool.query(
    `insert into market_history (event_id, market, line, version, state, odds_milli, who, why, at)
     select m.event_id, m.market, m.line, 1, 'open', m.odds_milli, 'load', 'model', least(l.kick_off, now()) - interval '7 days'
     from market m join load_match l on l.id = m.event_id
     union all
     select m.event_id, m.market, m.line, 2, 'settled', m.odds_milli, 'settlement', 'ruling 1', l.kick_off + ${lasts}
     from market m join load_match l on l.id = m.event_id where l.over`,
  );
  await decide(pool, over);
  await pool.query(
    `create unlogged table load_price as
     select l.n as match, m.market, m.line, s.selection, s.nth, m.odds_milli[s.nth]::bigint as odds, g.outcome
     from load_match l join market m on m.event_id = l.id
     cross join lateral unnest(m.selections) with ordinality as s(selection, nth)
     left join graded g on g.event_id = l.id and g.version = 1 and g.market = m.market and g.line = m.line
       and g.selection = s.selection and g.since = ''`,
  );
  await pool.query('create unique index on load_price (match, market, nth)');
  return { over, coming };
};

/** Results, rulings and grades of the matches that are over, by the settlement's own rules. */
const decide = async (pool: pg.Pool, over: number): Promise<void> => {
  const scores = Array.from({ length: over }, (_, n) => scoreOf(n));
  const column = (pick: (score: ReturnType<typeof scoreOf>) => number) => scores.map(pick);
  await pool.query(
    `with s as (
       select l.id, l.kick_off + ${lasts} as at, t.* from load_match l
       join unnest($1::int[], $2::int[], $3::int[], $4::int[]) with ordinality as t(hh, ha, fh, fa, nth) on l.n = t.nth - 1
     ), shown as (
       update event e set ht_home = s.hh, ht_away = s.ha, home_goals = s.fh, away_goals = s.fa, minute = 'FT' from s where e.id = s.id
     )
     insert into result (event_id, version, ht_home, ht_away, ft_home, ft_away, source, state, proposed_at, confirmed_at,
       confirmed_by)
     select id, 1, hh, ha, fh, fa, 'load', 'confirmed', at, at, 'load' from s`,
    [column((s) => s.ht.home), column((s) => s.ht.away), column((s) => s.ft.home), column((s) => s.ft.away)],
  );
  await pool.query(
    `with told as (
       insert into ruling (event_id, version, result_version, who, why, at)
       select id, 1, 1, 'load', 'result', kick_off + ${lasts} from load_match where over
     ), stands as (
       insert into standing (event_id, ruling, graded) select id, 1, 1 from load_match where over
     )
     select from load_match`,
  );
  await pool.query(
    `insert into settlement_run (event_id, version, started_at, moved_at, finished_at)
     select id, 1, kick_off + ${lasts}, kick_off + ${lasts}, kick_off + ${lasts} from load_match where over`,
  );
  for (const [n, score] of scores.entries()) {
    const { grades } = gradeEvent(markets, { counting: { kind: 'played', ...score }, voids: [] });
    await pool.query(
      `insert into graded (event_id, version, market, line, selection, since, outcome, rule)
       select l.id, 1, t.market, t.line, t.selection, t.since, t.outcome, t.rule
       from load_match l
       cross join ${gradesFrom(2)}
       where l.n = $1`,
      [n, ...gradeColumns(grades)],
    );
  }
};
