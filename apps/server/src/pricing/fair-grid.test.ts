import { describe, expect, it } from 'vitest';
import { massOf } from '@touchline/football/mass';
import { clockMinuteOf, fairGrid } from './fair-grid.ts';

const means = { homeMean: 1.5, awayMean: 1.1 };

describe('the match clock', () => {
  it.each([
    ['1', 1],
    ['45', 45],
    ['45+2', 47],
    ['90+7', 97],
    [undefined, undefined],
    ['HT', undefined],
  ])('%s is %s', (shown, clock) => {
    expect(clockMinuteOf(shown)).toBe(clock);
  });
});

describe('the grid of an event', () => {
  it('before kick-off, at half time and late in the match follows the remaining time', () => {
    const chance = (event: Parameters<typeof fairGrid>[0]) => {
      const grid = fairGrid(event);
      return grid && massOf(grid, { market: 'over_under', selection: 'over', line: '2.5' }).win;
    };
    const none = { home: 0, away: 0 };
    const before = chance({ state: 'scheduled', means }) ?? 0;
    const half = chance({ state: 'half_time', means, score: none, ht: none }) ?? 0;
    const late = chance({ state: 'live', means, minute: '88', score: none, ht: none }) ?? 0;
    expect(before).toBeGreaterThan(half);
    expect(half).toBeGreaterThan(late);
    expect(late).toBeLessThan(0.01);
  });
  it('of an event without prices or that is over does not exist', () => {
    expect(fairGrid({ state: 'scheduled' })).toBeUndefined();
    expect(fairGrid({ state: 'finished', means, score: { home: 1, away: 0 } })).toBeUndefined();
  });
});
