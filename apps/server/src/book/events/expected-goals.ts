import { hourMs } from '@touchline/contract/durations';
import type { GoalMeans } from '@touchline/football/grid';
import { fitStrengths, type Pairing, type RecordedResult } from '@touchline/football/strengths';

/** A match is over, extra time and shoot-out included, this long after its kick-off. */
const LONGEST_MATCH_MS = 3 * hourMs;

export type Fixture = Pairing & {
  /** Kick-off in the time of the results: for a replayed match, when it was really played. */
  at: number;
};

/**
 * Expected goals of a match from the results known before its kick-off; later results are ignored, so no
 * price knows the future. Teams are rated on their own results; with few of them more by their group of
 * teams, so that a newcomer is not average.
 * @param results recorded results, in any order
 * @param groupOf the group of a team: for national teams the confederation
 */
export const expectedGoals = (
  fixture: Fixture,
  results: readonly RecordedResult[],
  groupOf: (team: string) => string,
): GoalMeans => {
  const asOf = fixture.at - LONGEST_MATCH_MS + 1;
  const { means, rho } = fitStrengths(results, { asOf, groupOf });
  return { ...means(fixture), rho: rho() };
};
