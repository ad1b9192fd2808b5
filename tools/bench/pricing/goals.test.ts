import { EXPECTED_STOPPAGE, liveGrid } from '@touchline/football/live-grid';
import { expect, test } from 'vitest';
import { internationalRecord } from './record.ts';

const none = { home: 0, away: 0 };

/** Goals still expected in the half that runs, level at a minute of it. */
const left = (half: 'first' | 'second', minute: number): number => {
  const state = { score: none, minute, stoppageMinutes: EXPECTED_STOPPAGE[half] };
  const { ht, ft } = liveGrid(
    { homeMean: 1.5, awayMean: 1.2 },
    half === 'first' ? state : { ...state, ht: none },
  );
  return -Math.log((half === 'first' ? ht : ft)[0] ?? 0);
};

test('as many goals of each half as expected fell after each of its minutes, in matches since 2022', async () => {
  const { matches } = await internationalRecord([]);
  const goals = matches.filter(({ season }) => season >= '2022').flatMap((match) => match.goals ?? []);
  for (const [half, from, minutes] of [
    ['first', 0, [15, 30, 35, 40]],
    ['second', 45, [60, 75, 80, 85]],
  ] as const) {
    const all = goals.filter(({ minute }) => minute > from && minute <= from + 45);
    for (const minute of minutes) {
      const share = left(half, minute) / left(half, from);
      const came = all.filter((goal) => goal.minute > minute).length / all.length;
      const error = Math.sqrt((share * (1 - share)) / all.length);
      expect(
        Math.abs(came - share) / error,
        `${half} half after ${minute}: ${came} of ${share}`,
      ).toBeLessThan(2);
    }
  }
});
