import { EventState } from '@touchline/contract/shapes/football';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import type { Score } from '@touchline/football/score';
import type { MatchShots } from '@touchline/football/strengths-shots';
import { Value } from 'typebox/value';
import { type BasisOrigin, readBasis } from '../../pricing/index.ts';
import type { Queryable } from '../../core/database/database.ts';
import * as queries from './fixture-queries.ts';
import type { FixtureFilter } from './fixture-queries.ts';

/** One version of a recorded result. */
export type ResultOnRecord = {
  version: number;
  ht?: Score | undefined;
  ft?: Score | undefined;
  source: string;
};

/** An event for comparison by feeds: teams, kick-off, state, and results. */
export type Fixture = {
  id: string;
  competitionId: string;
  homeId: string;
  awayId: string;
  kickOff: Date;
  state: EventState;
  version: number;
  feed: string;
  means?: GoalMeans | undefined;
  /** What the means rest on. */
  basis?: BasisOrigin | undefined;
  /** The result in force. */
  confirmed?: ResultOnRecord | undefined;
  /** A later one that waits for a second source or a person. */
  proposed?: ResultOnRecord | undefined;
  /** Where a source has counted them. */
  shots?: MatchShots | undefined;
};

/** Events of real matches; a replay's are left out, since no feed has them. */
export const selectFixtures = async (pool: Queryable, filter: FixtureFilter): Promise<Fixture[]> => {
  const rows = await queries.selectFixtureRows(pool, filter);
  const ids = rows.map(({ id }) => id);
  const results = await queries.selectResultRows(pool, ids);
  const shots = new Map((await queries.selectShots(pool, ids)).map((each) => [each.event_id, toShots(each)]));
  const byEvent = Map.groupBy(results, ({ event_id }) => event_id);
  return rows.map((row) => {
    const versions = byEvent.get(row.id) ?? [];
    const confirmed = versions.findLast(({ state }) => state === 'confirmed');
    const proposed = versions.findLast(({ state }) => state === 'proposed');
    const isLater = proposed !== undefined && proposed.version > (confirmed?.version ?? 0);
    return {
      id: row.id,
      competitionId: row.competition_id,
      homeId: row.home_id,
      awayId: row.away_id,
      kickOff: row.kick_off,
      state: Value.Parse(EventState, row.state),
      version: row.version,
      feed: row.feed,
      means:
        row.home_mean !== null && row.away_mean !== null
          ? {
              homeMean: row.home_mean,
              awayMean: row.away_mean,
              rho: row.rho ?? undefined,
            }
          : undefined,
      basis: readBasis(row),
      confirmed: confirmed === undefined ? undefined : toResult(confirmed),
      proposed: isLater ? toResult(proposed) : undefined,
      shots: shots.get(row.id),
    };
  });
};

const toShots = (row: Awaited<ReturnType<typeof queries.selectShots>>[number]): MatchShots => ({
  home: { all: row.home_shots, onTarget: row.home_on_target },
  away: { all: row.away_shots, onTarget: row.away_on_target },
});

const scoreOf = (home: number | null, away: number | null): Score | undefined =>
  home === null || away === null ? undefined : { home, away };

const toResult = (row: queries.FixtureResultRow): ResultOnRecord => {
  const [ht, ft] = [scoreOf(row.ht_home, row.ht_away), scoreOf(row.ft_home, row.ft_away)];
  return {
    version: row.version,
    ht,
    ft,
    source: row.source,
  };
};
