import { describe, expect, it } from 'vitest';
import { returnsOf } from '@touchline/football/fair-value';
import type { BoardEvent } from './board/board.ts';
import { fairGrid } from './fair-grid.ts';
import { Grids } from './grids.ts';

const eventOf = (nth: number): BoardEvent => ({
  id: `match-${nth}`,
  competition: { id: 'cup', name: 'Cup' },
  home: { id: 'one', name: 'One', short: 'ONE', colours: ['#000000', '#ffffff'] },
  away: { id: 'two', name: 'Two', short: 'TWO', colours: ['#000000', '#ffffff'] },
  neutral: true,
  kickOff: new Date('2026-06-18T18:00:00Z'),
  state: 'scheduled',
  replay: false,
  silent: false,
  version: 1,
  feed: 'test',
  feedRef: `${nth}`,
  means: { homeMean: 1.5, awayMean: 1.1 },
  updatedAt: new Date('2026-06-18T12:00:00Z'),
  markets: new Map(),
});
const leg = { market: '1x2', selection: 'X' };

describe('the grids of matches', () => {
  it('are computed once for a picture of a match, with what legs return', () => {
    const grids = new Grids();
    const event = eventOf(1);
    expect(grids.of(event)).toEqual(fairGrid(event));
    expect(grids.of(event)).toBe(grids.of(event));
    expect(grids.returnsOf(event, leg)).toBe(grids.returnsOf(event, { ...leg }));
    const scored = { ...event, state: 'live' as const, minute: '70', score: { home: 0, away: 0 } };
    expect(grids.of(scored)).not.toEqual(grids.of(event));
    const grid = fairGrid(scored);
    expect(grids.returnsOf(scored, leg)).toEqual(grid && returnsOf(grid, leg));
  });

  it('forget the matches that were not asked for the longest', () => {
    const grids = new Grids();
    const [first, second] = [eventOf(1), eventOf(2)];
    const [oldest, kept] = [grids.of(first), grids.of(second)];
    for (let nth = 3; nth <= 256; nth += 1) grids.of(eventOf(nth));
    expect(grids.of(second)).toBe(kept);
    grids.of(eventOf(257));
    expect(grids.of(first)).not.toBe(oldest);
    expect(grids.of(second)).toBe(kept);
  });
});
