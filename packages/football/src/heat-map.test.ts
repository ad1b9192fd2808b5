import { expect, test } from 'vitest';
import { heatMap } from './heat-map.ts';
import { cellsOf } from './testing/exposed-bets.ts';

test('the heat map is the result of the house at each score', () => {
  const unitMinor = 1_000n;
  const cells = cellsOf([
    { leg: { market: 'correct_score', selection: '2-1' }, unitMinor, oddsMilli: 9_000 },
    { leg: { market: 'ht_1x2', selection: 'X' }, unitMinor, oddsMilli: 2_200 },
  ]);
  const map = heatMap(cells, 5);
  expect(map).toHaveLength(36);
  expect(map[0]).toEqual({ home: 0, away: 0, worstMinor: -200n, bestMinor: -200n });
  expect(map.find(({ home, away }) => home === 2 && away === 1)).toEqual({
    home: 2,
    away: 1,
    worstMinor: -9_200n,
    bestMinor: -7_000n,
  });
  expect(map.find(({ home, away }) => home === 1 && away === 0)).toEqual({
    home: 1,
    away: 0,
    worstMinor: -200n,
    bestMinor: 2_000n,
  });
  const later = heatMap(cells, 2, { score: { home: 1, away: 1 }, ht: { home: 1, away: 0 } });
  expect(later).toEqual([
    { home: 1, away: 1, worstMinor: 2_000n, bestMinor: 2_000n },
    { home: 1, away: 2, worstMinor: 2_000n, bestMinor: 2_000n },
    { home: 2, away: 1, worstMinor: -7_000n, bestMinor: -7_000n },
    { home: 2, away: 2, worstMinor: 2_000n, bestMinor: 2_000n },
  ]);
});
