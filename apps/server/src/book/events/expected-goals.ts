import type { GoalMeans } from '@touchline/football/grid';
import { fitStrengths, type RecordedResult } from '@touchline/football/strengths';

/** World Cups are four years apart: the one before counts half. */
const HALF_LIFE_DAYS = 4 * 365.25;
/** Goals of an average team mixed into each team's record, and into each group of teams. */
const TEAM_SHRINKAGE = 4;
const GROUP_SHRINKAGE = 12;
/** Matches of its own after which a team's record and that of its group count alike. */
const GROUP_MATCHES = 4;
/** A match is over, extra time and shoot-out included, this long after its kick-off. */
const LONGEST_MATCH_MS = 3 * 3_600_000;
const DAY_MS = 86_400_000;

export type Fixture = {
  home: string;
  away: string;
  neutral: boolean;
  /** Kick-off in the time of the results: for a replayed match, when it was really played. */
  at: number;
};

/**
 * Expected goals of a match from the results known before its kick-off; results of matches not over by then are
 * ignored, so no price knows the future. Teams are rated on their own results, and the fewer those are, the more on
 * the results of their group of teams (for national teams the confederation), so that a newcomer is not average.
 * @param results recorded results, in any order
 * @param groupOf the group of a team
 */
export const expectedGoals = (
  fixture: Fixture,
  results: readonly RecordedResult[],
  groupOf: (team: string) => string,
): GoalMeans => {
  const known = results.filter(({ at }) => at + LONGEST_MATCH_MS <= fixture.at);
  const fit = (of: readonly RecordedResult[], shrinkageGoals: number) =>
    fitStrengths(of, { asOf: fixture.at, halfLifeDays: HALF_LIFE_DAYS, shrinkageGoals });
  const teams = fit(known, TEAM_SHRINKAGE);
  const groups = fit(
    known.map((result) => ({ ...result, home: groupOf(result.home), away: groupOf(result.away) })),
    GROUP_SHRINKAGE,
  );
  const groupFactor = (team: string, part: 'attack' | 'defence'): number => {
    const matches = known
      .filter(({ home, away }) => home === team || away === team)
      .reduce((sum, { at }) => sum + 0.5 ** ((fixture.at - at) / DAY_MS / HALF_LIFE_DAYS), 0);
    return groups.rating(groupOf(team))[part] ** (GROUP_MATCHES / (GROUP_MATCHES + matches));
  };
  const { home, away } = fixture;
  const { homeMean, awayMean } = teams.means(home, away, fixture.neutral);
  return {
    homeMean: bounded(homeMean * groupFactor(home, 'attack') * groupFactor(away, 'defence')),
    awayMean: bounded(awayMean * groupFactor(away, 'attack') * groupFactor(home, 'defence')),
  };
};

const bounded = (mean: number): number => Math.min(6, Math.max(0.15, mean));
