import { query, type Queryable } from '../../core/database/database.ts';
import { columnsOf, rowParameters, type Row } from '../../core/database/rows.ts';
import type { KeptCompetition, KeptTeam } from '../../pricing/index.ts';

/** A competition with what there is of it. Amounts in minor units. */
export type CompetitionRow = Row<'competition'> & {
  to_come: number;
  live: number;
  over: number;
  /** Stakes of singles on matches that are not over. */
  stakes: bigint;
  rule_version: number | null;
  rule_at: Date | null;
};

const competitions = query.many<CompetitionRow>(
  'kept-competitions',
  `select ${columnsOf('competition', 'all', 'c')},
     coalesce(e.to_come, 0)::int as to_come, coalesce(e.live, 0)::int as live, coalesce(e.over, 0)::int as over,
     coalesce(x.stakes, 0)::bigint as stakes, r.version as rule_version, r.saved_at as rule_at
   from competition c
   left join (
     select competition_id, count(*) filter (where state = 'scheduled') as to_come,
       count(*) filter (where state in ('live', 'half_time')) as live,
       count(*) filter (where state not in ('scheduled', 'live', 'half_time')) as over
     from event group by competition_id
   ) e on e.competition_id = c.id
   left join (
     select v.competition_id, sum(p.stake) as stakes from event v
     join exposure p on p.event_id = v.id
     where v.state in ('scheduled', 'live', 'half_time') group by v.competition_id
   ) x on x.competition_id = c.id
   left join lateral (
     select version, saved_at from offer_rule r where r.scope = 'competition' and r.scope_id = c.id
     order by version desc limit 1
   ) r on true
   order by (coalesce(e.to_come + e.live, 0) = 0), c.place nulls last, c.name, c.id`,
);
/** Every stored competition: those with matches to come or in play first, in the order of members' lists. */
export const selectCompetitions = (on: Queryable): Promise<CompetitionRow[]> => competitions(on);

export type NameRow = Pick<CompetitionRow, 'id' | 'name' | 'names'>;
const competitionNames = query.many<NameRow>(
  'kept-competition-names',
  'select id, name, names from competition order by id',
);
/** What each competition is named by. */
export const selectNames = (on: Queryable): Promise<NameRow[]> => competitionNames(on);

export type StoredCompetition = Pick<
  CompetitionRow,
  'id' | 'name' | 'country' | 'zone' | 'version' | 'names' | 'place' | 'off_at'
>;
const competitionTake = query.one<StoredCompetition>(
  'kept-competition-take',
  'select id, name, country, zone, version, names, place, off_at from competition where id = $1 for update',
);
/** Locks a competition until the transaction ends. */
export const takeCompetition = (on: Queryable, id: string): Promise<StoredCompetition | undefined> =>
  competitionTake(on, [id]);

const competitionColumns = ['id', 'name', 'country', 'zone', 'names', 'place', 'saved_by', 'why'] as const;
const competition = rowParameters('competition', competitionColumns, { is_off: 'boolean', seen: 'int' });
const competitionWrite = query.exec(
  'kept-competition-write',
  `insert into competition as c (${columnsOf('competition', competitionColumns)}, off_at, version, saved_at)
   values (${competition.row}, case when ${competition.$('is_off')} then site_clock() end, 1, site_clock())
   on conflict (id) do update set name = excluded.name, country = excluded.country, zone = excluded.zone,
     names = excluded.names, place = excluded.place, off_at = case when ${competition.$('is_off')} then coalesce(c.off_at, excluded.off_at) end,
     version = c.version + 1, saved_by = excluded.saved_by, saved_at = excluded.saved_at, why = excluded.why
   where c.version = ${competition.$('seen')}`,
);
export type NamesSave = { version: number; by: string; why: string };
/** Writes the next version of a competition. @returns whether the one that was seen still counted */
export const writeCompetition = async (
  on: Queryable,
  id: string,
  of: KeptCompetition & NamesSave,
): Promise<boolean> => {
  const { name, country, zone, names, place, isOff, by, why, version } = of;
  const row = { id, name, country, zone, names: JSON.stringify(names), place, saved_by: by, why };
  const done = await competitionWrite(on, competition.values({ ...row, is_off: isOff, seen: version }));
  return done === 1;
};

const eventsTouch = query.many<{ id: string }>(
  'kept-events-touch',
  `with held as (
     select id, state in ('scheduled', 'live', 'half_time') as is_open from event
     where competition_id = $1
       and (state in ('scheduled', 'live', 'half_time') or updated_at > site_now() - interval '25 hours')
     order by id for update
   )
   update event e set updated_at = site_clock(), version = version + case when held.is_open then 1 else 0 end
   from held where held.id = e.id returning e.id`,
);
/** Makes every process read matches again that it may have in memory. @returns their ids */
export const touchEvents = async (on: Queryable, competitionId: string): Promise<string[]> =>
  (await eventsTouch(on, [competitionId])).map(({ id }) => id);

export type KeptTeamRow = Row<'team'>;
const columns = columnsOf('team');
const teams = query.many<KeptTeamRow>('kept-teams', `select ${columns} from team order by id`);
/** Every stored team. */
export const selectTeams = (on: Queryable): Promise<KeptTeamRow[]> => teams(on);

const teamTake = query.one<KeptTeamRow>(
  'kept-team-take',
  `select ${columns} from team where id = $1 for update`,
);
/** Locks a team until the transaction ends. */
export const takeTeam = (on: Queryable, id: string): Promise<KeptTeamRow | undefined> => teamTake(on, [id]);

const teamColumns = ['id', 'name', 'short', 'flag', 'colour_a', 'colour_b', 'saved_by', 'why'] as const;
const team = rowParameters('team', teamColumns, { seen: 'int' });
const teamWrite = query.exec(
  'kept-team-write',
  `insert into team as t (${columnsOf('team', teamColumns)}, version, saved_at)
   values (${team.row}, 1, site_clock())
   on conflict (id) do update set name = excluded.name, short = excluded.short, colour_a = excluded.colour_a,
     colour_b = excluded.colour_b, version = t.version + 1, saved_by = excluded.saved_by,
     saved_at = excluded.saved_at, why = excluded.why
   where t.version = ${team.$('seen')}`,
);
/** Writes the next version of a team; its flag stays as it is. @returns whether the one that was seen still counted */
export const writeTeam = async (
  on: Queryable,
  id: string,
  of: KeptTeam & NamesSave & { flag: string | null },
): Promise<boolean> => {
  const { name, short, flag, colours, by, why, version } = of;
  const [first, second] = colours;
  const row = { id, name, short, flag, colour_a: first, colour_b: second, saved_by: by, why };
  return (await teamWrite(on, team.values({ ...row, seen: version }))) === 1;
};

const teamEventsTouch = query.many<{ id: string }>(
  'kept-team-events-touch',
  `with held as (
     select id, state in ('scheduled', 'live', 'half_time') as is_open from event
     where (home_id = $1 or away_id = $1)
       and (state in ('scheduled', 'live', 'half_time') or updated_at > site_now() - interval '25 hours')
     order by id for update
   )
   update event e set updated_at = site_clock(), version = version + case when held.is_open then 1 else 0 end
   from held where held.id = e.id returning e.id`,
);
/** The same of the matches of a team. */
export const touchTeamEvents = async (on: Queryable, teamId: string): Promise<string[]> =>
  (await teamEventsTouch(on, [teamId])).map(({ id }) => id);
