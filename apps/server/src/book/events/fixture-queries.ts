import type { Db } from '../../platform/database.ts';
import type { FixtureFilter } from './fixtures.ts';

/** Events of real matches, in the order of their ids. */
export const selectFixtureRows = (db: Db, filter: FixtureFilter) => {
  const query = db
    .selectFrom('event')
    .select(['id', 'competition_id', 'home_id', 'away_id', 'kick_off', 'state', 'version', 'feed'])
    .select(['home_mean', 'away_mean', 'rho'])
    .where('replay', '=', false)
    .orderBy('id');
  if ('ids' in filter)
    return query.where((of) => of('id', '=', of.fn.any(of.val([...filter.ids])))).execute();
  const { competitionIds, from, to } = filter;
  const within = query.where('kick_off', '>=', from).where('kick_off', '<=', to);
  return competitionIds === undefined
    ? within.execute()
    : within.where((of) => of('competition_id', '=', of.fn.any(of.val([...competitionIds])))).execute();
};

/** Every version of these events' results, the oldest first. */
export const selectResultRows = (db: Db, eventIds: readonly string[]) =>
  db
    .selectFrom('result')
    .select(['event_id', 'version', 'ht_home', 'ht_away', 'ft_home', 'ft_away', 'source', 'state'])
    .where((of) => of('event_id', '=', of.fn.any(of.val([...eventIds]))))
    // An award says nothing about how the match was played.
    .where('kind', '<>', 'awarded')
    .orderBy('event_id')
    .orderBy('version')
    .execute();
export type ResultRow = Awaited<ReturnType<typeof selectResultRows>>[number];

export const selectNamedTeams = (db: Db) => db.selectFrom('team').selectAll().orderBy('id').execute();

export const selectNamedCompetitions = (db: Db) =>
  db.selectFrom('competition').selectAll().orderBy('id').execute();
