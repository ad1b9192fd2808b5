import { hourMs } from '@touchline/contract/durations';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import { inOrder, type Pairing, type Ratings, type RecordedResult } from '@touchline/football/strengths';

/** A match is over, extra time and shoot-out included, this long after its kick-off. */
const LONGEST_MATCH_MS = 3 * hourMs;

export type DatedPairing = Pairing & {
  /** Kick-off in the time of the results: for a replayed match, when it was really played. */
  at: number;
};

/**
 * Expected goals of a match from the results known before its kick-off; later results are ignored, so no
 * price knows the future. Teams are rated on their own results; with few of them more by their group of
 * teams, so that a newcomer is not average.
 * @param known ratings that know earlier results, all before those that follow; they stay as they are
 * @param results recorded results since, in any order
 */
export const expectedGoals = (
  fixture: DatedPairing,
  known: Ratings,
  results: readonly RecordedResult[],
): GoalMeans => {
  const asOf = fixture.at - LONGEST_MATCH_MS + 1;
  const ratings = known.copy();
  for (const result of inOrder(results.filter(({ at }) => at < asOf))) ratings.learn(result);
  return { ...ratings.means(fixture), rho: ratings.rho() };
};
