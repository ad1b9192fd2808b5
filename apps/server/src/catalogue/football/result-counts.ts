import type { RecordedResult } from '@touchline/football/strengths';

/** How many of these results each team has. */
export const resultCounts = (
  results: readonly Pick<RecordedResult, 'home' | 'away'>[],
): ((team: string) => number) => {
  const counts = new Map<string, number>();
  for (const team of results.flatMap(({ home, away }) => [home, away])) {
    counts.set(team, (counts.get(team) ?? 0) + 1);
  }
  return (team) => counts.get(team) ?? 0;
};
