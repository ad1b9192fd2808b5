import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scoreGrid } from './grid.ts';
import { ImpossiblePrices, type MarketPrices, invertPrices } from './invert.ts';
import { nearestPrice } from './ladder.ts';
import { linesBetween } from './line.ts';
import { type MarginSpread, spreadMargin } from './margin.ts';
import { chanceOf, massOf } from './mass.ts';
import { LEAST_RHO, MOST_RHO } from './scoring-rates.ts';

type Model = { homeMean: number; awayMean: number; rho: number; line: string };
type Margin = { margin: number; spread: MarginSpread; round?: (oddsMilli: number) => number };

/** What a house with this grid and margin would ask. */
function pricesOf(
  { line, rho, ...means }: Model,
  { margin, spread, round = (odds) => odds }: Margin,
): MarketPrices {
  const grid = scoreGrid(means, rho);
  const odds = (market: string, selections: readonly string[], at?: string) =>
    spreadMargin(
      selections.map((selection) => chanceOf(massOf(grid, { market, selection, line: at })) ?? 0),
      margin,
      spread,
    ).map((implied) => round(1000 / implied));
  const [home = 0, draw = 0, away = 0] = odds('1x2', ['1', 'X', '2']);
  const [over = 0, under = 0] = odds('over_under', ['over', 'under'], line);
  return { '1x2': [home, draw, away], overUnder: { line, over, under } };
}

const model = fc.record({
  homeMean: fc.double({ min: 0.3, max: 3.6, noNaN: true }),
  awayMean: fc.double({ min: 0.3, max: 3.2, noNaN: true }),
  rho: fc.double({ min: LEAST_RHO, max: MOST_RHO, noNaN: true }),
  line: fc.constantFrom(...linesBetween(6, 14)),
});
/** The value, or the error when it is of the kind expected; any other is thrown on. */
function attempt<Value>(run: () => Value): Value | ImpossiblePrices {
  try {
    return run();
  } catch (error) {
    if (error instanceof ImpossiblePrices) return error;
    throw error;
  }
}

const spread = fc.constantFrom('odds_ratio' as const, 'power' as const);

test('a price taken from a grid leads back to its means', () => {
  fc.assert(
    fc.property(model, spread, fc.double({ min: 0, max: 0.08, noNaN: true }), (from, spread, margin) => {
      const { means, rho, fitError } = invertPrices(pricesOf(from, { margin, spread }), spread);
      expect(means.homeMean).toBeCloseTo(from.homeMean, 3);
      expect(means.awayMean).toBeCloseTo(from.awayMean, 3);
      expect(rho).toBeCloseTo(from.rho, 2);
      expect(fitError).toBeLessThan(1e-5);
    }),
    { numRuns: 25 },
  );
});

test('rounded to the ladder it leads near them', () => {
  const usual = fc.record({
    homeMean: fc.double({ min: 0.7, max: 2.4, noNaN: true }),
    awayMean: fc.double({ min: 0.6, max: 2, noNaN: true }),
    rho: fc.double({ min: LEAST_RHO, max: MOST_RHO, noNaN: true }),
    line: fc.constant('2.5'),
  });
  fc.assert(
    fc.property(usual, spread, (from, spread) => {
      const prices = pricesOf(from, { margin: 0.05, spread, round: nearestPrice });
      const { means, fitError } = invertPrices(prices, spread);
      expect(Math.abs(means.homeMean - from.homeMean)).toBeLessThan(0.06);
      expect(Math.abs(means.awayMean - from.awayMean)).toBeLessThan(0.06);
      expect(fitError).toBeLessThan(0.012);
    }),
    { numRuns: 25 },
  );
});

test('prices of a real match, by both ways of removing the margin', () => {
  const prices: MarketPrices = {
    '1x2': [2790, 3160, 2890],
    overUnder: { line: '2.5', over: 2300, under: 1610 },
  };
  for (const spread of ['power', 'odds_ratio'] as const) {
    const { means, fitError } = invertPrices(prices, spread);
    expect(means.homeMean).toBeCloseTo(1.16, 1);
    expect(means.awayMean).toBeCloseTo(1.13, 1);
    expect(fitError).toBeLessThan(0.01);
  }
});

test('home and away swapped swap the means', () => {
  const line = '2.25';
  const one = invertPrices({ '1x2': [1500, 4300, 7000], overUnder: { line, over: 1900, under: 1950 } });
  const other = invertPrices({ '1x2': [7000, 4300, 1500], overUnder: { line, over: 1900, under: 1950 } });
  expect(one.means.homeMean).toBeCloseTo(other.means.awayMean, 6);
  expect(one.means.awayMean).toBeCloseTo(other.means.homeMean, 6);
});

describe('impossible prices are named', () => {
  const fine: MarketPrices = {
    '1x2': [2500, 3200, 2900],
    overUnder: { line: '2.5', over: 1950, under: 1900 },
  };
  const total = fine.overUnder;
  test.each<[string, MarketPrices, string]>([
    ['odds of 1', { ...fine, '1x2': [1000, 3200, 2900] }, 'odds'],
    ['no number', { ...fine, '1x2': [2500, Number.NaN, 2900] }, 'odds'],
    ['endless odds', { ...fine, '1x2': [2500, 3200, Infinity] }, 'odds'],
    ['negative odds', { ...fine, overUnder: { ...total, under: -1900 } }, 'odds'],
    ['a line of thirds', { ...fine, overUnder: { ...total, line: '2.33' } }, 'line'],
    ['a line that is not offered', { ...fine, overUnder: { ...total, line: '7.5' } }, 'line'],
    ['a negative line', { ...fine, overUnder: { ...total, line: '-2.5' } }, 'line'],
    ['a sure profit', { ...fine, '1x2': [3500, 3500, 3500] }, 'margin'],
    ['a sure profit on goals', { ...fine, overUnder: { ...total, over: 2300, under: 2300 } }, 'margin'],
    ['half of all kept', { ...fine, '1x2': [1900, 1900, 1900] }, 'margin'],
    [
      'a rout without goals',
      { '1x2': [1050, 15000, 40000], overUnder: { ...total, over: 9000, under: 1040 } },
      'contradiction',
    ],
    [
      'only draws, many goals',
      { '1x2': [15000, 1040, 15000], overUnder: { ...total, over: 1100, under: 8000 } },
      'contradiction',
    ],
  ])('%s', (_, prices, reason) => {
    expect(() => invertPrices(prices)).toThrow(ImpossiblePrices);
    expect(() => invertPrices(prices)).toThrow(expect.objectContaining({ reason }));
  });

  test('of any prices: means within bounds, or an error of that kind', () => {
    const odds = fc.oneof(fc.integer({ min: 1001, max: 30_000 }), fc.integer({ min: -5, max: 2_000_000 }));
    const prices = fc.record({
      '1x2': fc.tuple(odds, odds, odds),
      overUnder: fc.record({
        line: fc.constantFrom('0.5', '2.5', '2.75', '6.5', 'x'),
        over: odds,
        under: odds,
      }),
    });
    fc.assert(
      fc.property(prices, spread, (some, spread) => {
        const inverted = attempt(() => invertPrices(some, spread));
        if (inverted instanceof ImpossiblePrices) return;
        const { means, rho, fitError } = inverted;
        for (const mean of Object.values(means)) {
          expect(mean).toBeGreaterThan(0.01);
          expect(mean).toBeLessThan(12.01);
        }
        expect(rho).toBeGreaterThanOrEqual(LEAST_RHO);
        expect(rho).toBeLessThanOrEqual(MOST_RHO);
        expect(fitError).toBeLessThanOrEqual(0.05);
      }),
      { numRuns: 80 },
    );
  });
});
