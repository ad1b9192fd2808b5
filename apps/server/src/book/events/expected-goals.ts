import type { GoalMeans } from '@touchline/football/grid';
import {
  createRatings,
  fitStrengths,
  inOrder,
  type Pairing,
  type RecordedResult,
} from '@touchline/football/strengths';

/** A match is over, extra time and shoot-out included, this long after its kick-off. */
const LONGEST_MATCH_MS = 3 * 3_600_000;

export type Fixture = Pairing & {
  /** Kick-off in the time of the results: for a replayed match, when it was really played. */
  at: number;
};

/**
 * Expected goals of matches, each from the results known before its kick-off; results of matches not over by then are
 * ignored, so no price knows the future. Teams are rated on their own results, and the fewer those are, the more as
 * their group of teams, so that a newcomer is not average. Many fixtures cost one pass over the results.
 * @param results recorded results, in any order
 * @param groupOf the group of a team where it is not its competition's: for national teams the confederation
 * @returns in the order of the fixtures
 */
export const expectedGoalsOf = (
  fixtures: readonly Fixture[],
  results: readonly RecordedResult[],
  groupOf?: (team: string) => string,
): GoalMeans[] => {
  const ratings = createRatings({ groupOf });
  const known = inOrder(results);
  const means: GoalMeans[] = [];
  let next = 0;
  const inTime = [...fixtures.entries()].toSorted(([, a], [, b]) => a.at - b.at);
  for (const [place, fixture] of inTime) {
    for (let result = known[next]; result !== undefined; result = known[next]) {
      if (result.at + LONGEST_MATCH_MS > fixture.at) break;
      ratings.learn(result);
      next++;
    }
    means[place] = ratings.means(fixture);
  }
  return means;
};

/** Expected goals of one match, as `expectedGoalsOf`. */
export const expectedGoals = (
  fixture: Fixture,
  results: readonly RecordedResult[],
  groupOf?: (team: string) => string,
): GoalMeans => {
  const asOf = fixture.at - LONGEST_MATCH_MS + 1;
  return fitStrengths(results, { asOf, groupOf }).means(fixture);
};
