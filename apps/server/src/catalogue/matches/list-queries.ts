import type { EventState } from '@touchline/contract/shapes/football';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { columnsOf, type Row } from '../../core/database/rows.ts';
import { withheldBy } from '../../pricing/index.ts';
import { startOfDay } from '../../core/local-time.ts';

export type EventFilter = {
  states?: readonly EventState[] | undefined;
  competition?: string | undefined;
  /** A day in a time zone. */
  day?: { date: string; timeZone: string } | undefined;
  /** Days, both included, in a time zone. */
  days?: { from?: string | undefined; to?: string | undefined; timeZone: string } | undefined;
  /** Only events with a result or a void that waits for a person. */
  waiting?: boolean | undefined;
  /** The members' view: without withheld events, each day by the order of competitions. */
  forMembers?: { timeZone: string } | undefined;
  /** Events of one of these teams or competitions. */
  of?: { teams: readonly string[]; competitions: readonly string[] } | undefined;
};

/** In play first, then upcoming by kick-off, then over, the latest first. */
const place = `case when state in ('live', 'half_time') then 0 when state = 'scheduled' then 1 else 2 end`;

/** The place of its competition in members' lists. */
const cup = '(select c.place from competition c where c.id = event.competition_id)';

/** @returns ids of the page, and how many events there are in all */
export const selectEventIds = async (
  on: Queryable,
  filter: EventFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ ids: string[]; total: number }> => {
  const { states, competition, day, days, waiting = false, forMembers, of } = filter;
  const values: unknown[] = [];
  const $ = (value: unknown): string => `$${values.push(value)}`;
  const midnight = (date: string, timeZone: string): string => startOfDay(`${$(date)}::date`, $(timeZone));
  const midnightAfter = (date: string, timeZone: string): string =>
    startOfDay(`${$(date)}::date + 1`, $(timeZone));

  const wanted = ['true'];
  if (states !== undefined) wanted.push(`state = any(${$(states)}::text[])`);
  if (competition !== undefined) wanted.push(`competition_id = ${$(competition)}`);
  if (day !== undefined) {
    wanted.push(`kick_off >= ${midnight(day.date, day.timeZone)}`);
    wanted.push(`kick_off < ${midnightAfter(day.date, day.timeZone)}`);
  }
  if (days?.from !== undefined) wanted.push(`kick_off >= ${midnight(days.from, days.timeZone)}`);
  if (days?.to !== undefined) wanted.push(`kick_off < ${midnightAfter(days.to, days.timeZone)}`);
  if (forMembers !== undefined) wanted.push(`not exists (${withheldBy('event')})`);
  if (waiting) {
    wanted.push(`id in (select event_id from result where state = 'proposed'
      union select subject_id from proposal where kind = 'void' and state = 'proposed')`);
  }
  if (of !== undefined) {
    const teams = $(of.teams);
    wanted.push(`(home_id = any(${teams}::text[]) or away_id = any(${teams}::text[])
      or competition_id = any(${$(of.competitions)}::text[]))`);
  }
  const from = `from event where ${wanted.join(' and ')}`;
  const count = { text: `select count(*) as total ${from}`, values: [...values] };

  const order = [place];
  if (forMembers !== undefined) {
    const dayOf = `(kick_off at time zone ${$(forMembers.timeZone)})::date`;
    order.push(`case when ${place} < 2 then ${dayOf} end`, `${dayOf} desc`, `${cup} asc nulls last`);
  }
  order.push(`case when ${place} < 2 then kick_off end`, 'kick_off desc', 'id');
  const ids = `select id ${from} order by ${order.join(', ')} limit ${$(limit)} offset ${$((page - 1) * limit)}`;
  const [found, counted] = await Promise.all([
    on.query<{ id: string }>(ids, values),
    on.query<{ total: bigint }>(count),
  ]);
  return { ids: found.rows.map(({ id }) => id), total: Number(counted.rows[0]?.total ?? 0n) };
};

const days = statement(
  'event-days',
  `select to_char((kick_off at time zone $2)::date, 'YYYY-MM-DD') as day, count(*)::int as matches from event
   where kick_off >= ${startOfDay('$3::date', '$2')} and kick_off < ${startOfDay('$4::date + 1', '$2')}
     and ($1::text[] is null or state = any($1)) and not exists (${withheldBy('event')})
   group by 1 order by 1`,
);
/** The days of a stretch on which members see matches, and how many; both ends are days in the time zone. */
export const selectEventDays = async (
  on: Queryable,
  {
    states,
    from,
    to,
    timeZone,
  }: { states?: readonly EventState[] | undefined; from: string; to: string; timeZone: string },
): Promise<{ day: string; matches: number }[]> =>
  (await on.query<{ day: string; matches: number }>(days([states ?? null, timeZone, from, to]))).rows;

type TeamRow = Row<'team', 'id' | 'name' | 'short' | 'flag'>;
const teams = statement('team-names', 'select id, name, short, flag from team');
/** Every team with its names. */
export const selectTeams = async (on: Queryable): Promise<TeamRow[]> =>
  (await on.query<TeamRow>(teams([]))).rows;

type CompetitionRow = Row<'competition', 'id' | 'name' | 'names'>;
const competitions = statement('competition-names', 'select id, name, names from competition');
/** Every competition with its names. */
export const selectCompetitions = async (on: Queryable): Promise<CompetitionRow[]> =>
  (await on.query<CompetitionRow>(competitions([]))).rows;

const incidents = query.many<Row<'incident'>>(
  'event-incidents',
  `select ${columnsOf('incident')} from incident where event_id = $1 order by n`,
);
/** What happened in a match, in order. */
export const selectIncidents = (on: Queryable, eventId: string): Promise<Row<'incident'>[]> =>
  incidents(on, [eventId]);

const goalColumns = ['ft_home', 'ft_away', 'ht_home', 'ht_away'] as const;
type ResultRow = Row<'result'> & Record<`was_${(typeof goalColumns)[number]}`, number | null>;

const result = query.one<ResultRow>(
  'event-result',
  `select ${columnsOf('result', 'all', 'r')}, ${goalColumns.map((name) => `p.${name} as was_${name}`).join(', ')}
   from ruling u join result r on r.event_id = u.event_id and r.version = u.result_version
     left join lateral (
       select x.* from ruling v join result x on x.event_id = v.event_id and x.version = v.result_version
       where v.event_id = u.event_id and v.version < u.version and x.version <> r.version and x.ft_home is not null
       order by v.version desc limit 1
     ) p on (p.ft_home, p.ft_away, p.ht_home, p.ht_away) is distinct from (r.ft_home, r.ft_away, r.ht_home, r.ht_away)
   where u.event_id = $1 order by u.version desc limit 1`,
);
/** The result of an event in force, and the score of the full match that it corrects. */
export const selectResult = (on: Queryable, eventId: string): Promise<ResultRow | undefined> =>
  result(on, [eventId]);

type VoidRow = Row<'ruling', 'why' | 'at'> & {
  market: string | null;
  line: string | null;
  struck_from: Date | null;
  struck_until: Date | null;
};
const voids = query.many<VoidRow>(
  'event-voids',
  `select u.why, u.at, v.market, v.line, nullif(v.struck_from, '-infinity') as struck_from,
     nullif(v.struck_until, 'infinity') as struck_until
   from void_rule v join ruling u on u.event_id = v.event_id and u.version = v.version
   where v.event_id = $1 and v.undone_version is null order by v.version desc`,
);
/** The voids of an event in force, the newest first. */
export const selectVoids = (on: Queryable, eventId: string): Promise<VoidRow[]> => voids(on, [eventId]);

/** The most versions of a market in its history. */
const HISTORY_MAX = 200;

const selections = statement(
  'market-selections',
  'select selections from market where event_id = $1 and market = $2 and line = $3',
);
type VersionRow = Row<'market_history', 'version' | 'state' | 'odds_milli' | 'at'>;
const history = query.many<VersionRow>(
  'market-history',
  `select version, state, odds_milli, at from market_history where event_id = $1 and market = $2 and line = $3
   order by version desc limit ${HISTORY_MAX}`,
);
/** The selections of a market and its latest versions, the newest first; undefined when there is no such market. */
export const selectPriceHistory = async (
  on: Queryable,
  of: { eventId: string; market: string; line: string },
): Promise<{ selections: string[]; versions: VersionRow[] } | undefined> => {
  const key = [of.eventId, of.market, of.line];
  const { rows } = await on.query<Row<'market', 'selections'>>(selections(key));
  if (!rows[0]) return undefined;
  return { selections: rows[0].selections, versions: await history(on, key) };
};
