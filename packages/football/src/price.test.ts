import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnknownBet } from './grade.ts';
import { scoreGrid } from './grid.ts';
import { liveGrid } from './live-grid.ts';
import { marginOf } from './margin.ts';
import { marketNames, markets } from './markets.ts';
import { type MarketPrice, isOneSided, priceEvent, priceMarket, worseOf } from './price.ts';

const means = { homeMean: 1.6, awayMean: 1.1 };
const grid = scoreGrid(means);
const anyMean = fc.double({ min: 0.3, max: 3.5, noNaN: true });

function find(prices: readonly MarketPrice[], market: string, selection: string) {
  return prices
    .find((price) => price.market === market)
    ?.selections.find((each) => each.selection === selection);
}

function linesOf(prices: readonly MarketPrice[]): (string | undefined)[] {
  return prices.filter(({ market }) => market === 'over_under').map(({ line }) => line);
}

describe('before kick-off', () => {
  test('a usual match has usual prices', () => {
    const { selections, margin } = priceMarket({ market: '1x2', grid });
    expect(margin).toBeCloseTo(0.05, 2);
    expect(selections.map(({ selection }) => selection)).toEqual(['1', 'X', '2']);
    const [home, draw, away] = selections.map(({ oddsMilli }) => oddsMilli);
    expect(home).toBeGreaterThan(1900);
    expect(home).toBeLessThan(2150);
    expect(draw).toBeGreaterThan(3300);
    expect(draw).toBeLessThan(3800);
    expect(away).toBeGreaterThan(3500);
    expect(away).toBeLessThan(4400);
  });

  test('every market is priced, totals at the main line and five half lines', () => {
    const prices = priceEvent(grid);
    expect(new Set(prices.map(({ market }) => market))).toEqual(new Set(marketNames));
    const lines = linesOf(prices).map(Number);
    expect(lines.filter((line) => line % 1 === 0.5)).toHaveLength(5);
    expect(lines).toContain(2.5);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  test('margins come out near the target and no price beats the fair one', () => {
    fc.assert(
      fc.property(anyMean, anyMean, (homeMean, awayMean) => {
        for (const { market, margin, selections } of priceEvent(scoreGrid({ homeMean, awayMean }))) {
          const open = selections.filter(({ decided }) => !decided);
          expect(open.every(({ oddsMilli, probability }) => oddsMilli * probability <= 1000 + 1e-9)).toBe(
            true,
          );
          expect(margin).toBeGreaterThanOrEqual(0);
          const capped = selections.filter(({ oddsMilli }) => oddsMilli === 501_000).length;
          expect(margin - markets[market].margin).toBeLessThan(0.02 + capped * 0.002);
          expect(margin - markets[market].margin).toBeGreaterThan(-0.03);
        }
      }),
      { numRuns: 16 },
    );
  });

  test('the margin shown is the margin in the odds', () => {
    for (const { market, margin, selections } of priceEvent(grid)) {
      const odds = selections.map(({ oddsMilli }) => oddsMilli);
      expect(margin).toBeCloseTo(marginOf(odds, markets[market].winners), 10);
    }
  });

  test('a configured margin is used, the wanted markets only', () => {
    const [price, ...rest] = priceEvent(grid, { markets: ['1x2'], margins: { '1x2': 0.1 } });
    expect(rest).toEqual([]);
    expect(price?.margin).toBeCloseTo(0.1, 2);
    expect(priceMarket({ market: '1x2', grid, margin: 0 }).margin).toBeLessThan(0.01);
  });

  test('a line the market does not have throws', () => {
    expect(() => priceMarket({ market: 'over_under', grid, line: '7' })).toThrow(UnknownBet);
    expect(() => priceMarket({ market: 'over_under', grid })).toThrow(UnknownBet);
    expect(() => priceMarket({ market: '1x2', grid, line: '1' })).toThrow(UnknownBet);
  });
});

describe('in play', () => {
  const score = { home: 2, away: 1 };

  test('scores passed are decided, the others open', () => {
    const prices = priceEvent(liveGrid(means, { score, ht: { home: 1, away: 1 }, minute: 60 }));
    expect(find(prices, 'correct_score', '1-1')).toMatchObject({ decided: true, probability: 0 });
    expect(find(prices, 'correct_score', '2-0')?.decided).toBe(true);
    expect(find(prices, 'correct_score', '2-1')?.decided).toBe(false);
    expect(find(prices, 'correct_score', '3-1')?.decided).toBe(false);
  });

  test('first-half markets leave after half time, totals already passed are not offered', () => {
    const prices = priceEvent(liveGrid(means, { score, ht: { home: 1, away: 1 }, minute: 60 }));
    const halves = prices.filter(({ market }) => markets[market].period === 'ht');
    expect(halves).toEqual([]);
    expect(Math.min(...linesOf(prices).map(Number))).toBeGreaterThan(3);
  });

  test('a selection shorter than the shortest price is closed, its opponents are not', () => {
    const late = liveGrid(means, { score: { home: 2, away: 0 }, ht: { home: 2, away: 0 }, minute: 87 });
    const [home, draw] = priceMarket({ market: '1x2', grid: late }).selections;
    expect(home?.probability).toBeGreaterThan(0.99);
    expect(home?.decided).toBe(true);
    expect(draw?.decided).toBe(false);
    expect(isOneSided(priceMarket({ market: '1x2', grid: late }))).toBe(true);
    expect(priceEvent(late).map(({ market }) => market)).not.toContain('1x2');
  });

  test('three up, no long shot is on sale without the favourite', () => {
    const three = liveGrid(means, { score: { home: 3, away: 0 }, ht: { home: 2, away: 0 }, minute: 70 });
    const winner = priceMarket({ market: '1x2', grid: three });
    expect(winner.selections.map(({ decided }) => decided)).toEqual([true, false, false]);
    expect(priceEvent(three).map(({ market }) => market)).not.toContain('1x2');
  });

  test('in any state an offered market prices every selection that can still win', () => {
    const goals = fc.integer({ min: 0, max: 6 });
    const at = fc.double({ min: 0, max: 90, noNaN: true });
    fc.assert(
      fc.property(anyMean, anyMean, goals, goals, at, (homeMean, awayMean, home, away, minute) => {
        const ht = minute >= 45 ? { home: Math.floor(home / 2), away: Math.floor(away / 2) } : undefined;
        const grid = liveGrid({ homeMean, awayMean }, { score: { home, away }, ht, minute });
        for (const { market, selections } of priceEvent(grid)) {
          const priced = selections.filter(({ decided }) => !decided);
          // With one selection fewer a winner would be certain, or not for sale.
          expect(priced.length).toBeGreaterThan(markets[market].winners);
          const unpriced = selections.filter(({ decided }) => decided).map(({ probability }) => probability);
          expect(Math.max(0, ...unpriced)).toBeLessThan(1e-5);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('nothing is open once the score is certain', () => {
    const over = liveGrid(means, { score, ht: { home: 0, away: 0 }, minute: 90 });
    expect(priceEvent(over)).toEqual([]);
    const pushed = priceMarket({ market: 'over_under', grid: over, line: '3' });
    expect(pushed.selections.map(({ decided }) => decided)).toEqual([true, true]);
    expect(pushed.margin).toBe(0);
    expect(pushed.selections.map(({ oddsMilli }) => oddsMilli)).toEqual([501_000, 501_000]);
    const passed = priceMarket({ market: 'over_under', grid: over, line: '2.5' });
    expect(passed.selections).toEqual([
      { selection: 'over', probability: 1, oddsMilli: 1_010, decided: true },
      { selection: 'under', probability: 0, oddsMilli: 501_000, decided: true },
    ]);
  });

  test('in any state open prices never beat the fair ones and the margin is not negative', () => {
    const goals = fc.integer({ min: 0, max: 5 });
    const minute = fc.double({ min: 45, max: 90, noNaN: true });
    fc.assert(
      fc.property(goals, goals, minute, (home, away, at) => {
        const state = { score: { home, away }, ht: { home: 0, away: 0 }, minute: at };
        for (const { margin, selections } of priceEvent(liveGrid(means, state))) {
          expect(margin).toBeGreaterThanOrEqual(0);
          const open = selections.filter(({ decided }) => !decided);
          expect(open.every(({ oddsMilli, probability }) => oddsMilli * probability <= 1000 + 1e-9)).toBe(
            true,
          );
        }
      }),
      { numRuns: 16 },
    );
  });
});

describe('the worse of two prices', () => {
  const state = { score: { home: 1, away: 0 }, ht: { home: 1, away: 0 } };
  const at = (minute: number) =>
    priceMarket({ market: 'over_under', line: '1.5', grid: liveGrid(means, { ...state, minute }) });

  test('has the shorter odds of each selection, and the margin of them', () => {
    const [early, late] = [at(60), at(80)];
    const worse = worseOf(early, late);
    expect(worse.selections.map(({ oddsMilli }) => oddsMilli)).toEqual([
      early.selections[0]?.oddsMilli,
      late.selections[1]?.oddsMilli,
    ]);
    expect(worse.margin).toBeGreaterThan(Math.max(early.margin, late.margin));
    expect(worseOf(late, early)).toEqual(worse);
  });

  test('has no price for a selection that has none at one of them', () => {
    const worse = worseOf(at(60), at(90));
    expect(worse.selections.map(({ decided }) => decided)).toEqual([true, true]);
  });
});
