import { expect, test } from 'vitest';
import type { Caps, EventHeat } from './exposure/service.ts';
import { capsUsed } from './metrics.ts';

const caps: Caps = {
  site: 1_000,
  competition: 500,
  event: 200,
  market: 100,
  selection: 50,
  member: Infinity,
};

/** A match that can cost so much, on one market with one selection. */
const heat = (eventId: string, worst: number): EventHeat => ({
  eventId,
  cells: [],
  worstMinor: BigInt(worst),
  bestMinor: 0n,
  caps: { event: null, market: null, selection: null },
  markets: [
    {
      market: '1x2',
      line: '',
      worstMinor: BigInt(worst / 2),
      selections: [
        {
          market: '1x2',
          line: '',
          selection: '1',
          since: '',
          stakeMinor: 0n,
          potentialMinor: 0n,
          combinedMinor: 0n,
          costMinor: BigInt(worst / 4),
          pendingMinor: 0n,
        },
      ],
    },
  ],
});

const competitions: Record<string, string> = { a: 'cup', b: 'cup', c: 'league' };
const used = (heats: readonly EventHeat[], of: Caps = caps, half?: string) =>
  capsUsed(heats, {
    caps: of,
    capsOf: (id) => (id === half ? { ...of, event: of.event / 2 } : of),
    competitionOf: (id) => competitions[id] ?? '',
  });

test('each scope has the share of the cap that is used most', () => {
  expect(used([heat('a', 100), heat('b', 60), heat('c', 120)])).toEqual({
    site: 0.28,
    competition: 0.32,
    event: 0.6,
    market: 0.6,
    selection: 0.6,
  });
});

test('a match with a smaller cap of its own may be the one', () => {
  expect(used([heat('a', 80), heat('b', 60)], caps, 'b').event).toBe(0.6);
});

test('a scope without a cap is left out, and nothing is used without bets', () => {
  expect(used([], { ...caps, site: Infinity })).toEqual({
    competition: 0,
    event: 0,
    market: 0,
    selection: 0,
  });
});
