import { factorOf } from '@touchline/money/factor';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chanceCut, returnsOf } from './fair-value.ts';
import { grade, UnknownBet, type Leg } from './grade.ts';
import { scoreGrid, type Grid } from './grid.ts';
import { legLineOf } from './leg-line.ts';
import { liveGrid } from './live-grid.ts';
import { marketNames, markets } from './markets.ts';
import { chanceOf, massOf } from './mass.ts';

const means = { homeMean: 1.6, awayMean: 1.1 };
const grid = scoreGrid(means);

/** What a unit of stake at these odds returns on average. */
const expectedFactor = (on: Grid, leg: Leg, oddsMilli: number): number => {
  const { won, returned } = returnsOf(on, leg);
  return (won * oddsMilli) / 1000 + returned;
};

describe('the expected factor', () => {
  test('of a win or nothing is odds × chance', () => {
    const leg = { market: '1x2', selection: '1' };
    expect(expectedFactor(grid, leg, 2_500)).toBeCloseTo(massOf(grid, leg).win * 2.5, 12);
  });

  test('counts a push as the stake and half outcomes as half', () => {
    const leg = { market: 'asian_handicap', selection: 'home', line: '-0.75' };
    const mass = massOf(grid, leg);
    expect(expectedFactor(grid, leg, 2_000)).toBeCloseTo(mass.win * 2 + mass['half-win'] * 1.5, 12);
    const level = { market: 'draw_no_bet', selection: '2' };
    const drawn = massOf(grid, level);
    expect(expectedFactor(grid, level, 3_000)).toBeCloseTo(drawn.win * 3 + drawn.push, 12);
    const quarter = { market: 'asian_handicap', selection: 'home', line: '-0.25' };
    const part = massOf(grid, quarter);
    expect(expectedFactor(grid, quarter, 2_000)).toBeCloseTo(part.win * 2 + part['half-lose'] / 2, 12);
  });

  test('at fair odds is 1, for every selection', () => {
    fc.assert(
      fc.property(fc.constantFrom(...marketNames), fc.nat(), fc.nat(), (name, one, other) => {
        const { selections, lines } = markets[name];
        const selection = selections[one % selections.length] ?? '';
        const leg = {
          market: name,
          selection,
          line: legLineOf(name, selection, lines[other % Math.max(1, lines.length)]),
        };
        const chance = chanceOf(massOf(grid, leg)) ?? Number.NaN;
        expect(expectedFactor(grid, leg, 1000 / chance)).toBeCloseTo(1, 9);
      }),
    );
  });

  test('of what is decided is exactly the factor of settlement', () => {
    const score = { home: 2, away: 1 };
    const ht = { home: 1, away: 0 };
    const over = liveGrid(means, { score, ht, minute: 90 });
    for (const name of marketNames) {
      const { selections, lines } = markets[name];
      for (const line of lines.length === 0 ? [undefined] : lines) {
        for (const selection of selections) {
          const leg = { market: name, selection, line: legLineOf(name, selection, line) };
          const outcome = grade(name, selection, leg.line, { ht, ft: score });
          if (outcome === 'unsettled') throw new Error('both scores are known');
          const { num, den } = factorOf(outcome, 1_950);
          expect(expectedFactor(over, leg, 1_950)).toBeCloseTo(Number(num) / Number(den), 12);
        }
      }
    }
  });

  test('of a handicap struck in play counts the goals after it', () => {
    const state = { score: { home: 1, away: 0 }, ht: { home: 1, away: 0 }, minute: 89 };
    const live = liveGrid(means, state);
    const leg = { market: 'asian_handicap', selection: 'home', line: '-0.5' };
    expect(expectedFactor(live, leg, 2_000)).toBeGreaterThan(1.9);
    expect(expectedFactor(live, { ...leg, since: state.score }, 2_000)).toBeLessThan(0.1);
  });

  test('of an unknown bet throws', () => {
    expect(() => expectedFactor(grid, { market: '1x2', selection: '3' }, 2_000)).toThrow(UnknownBet);
  });
});

describe('the cut of a chance by an offer', () => {
  /** A selection of any market, before the match. */
  const legs = fc.tuple(fc.constantFrom(...marketNames), fc.nat(), fc.nat()).map(([name, one, other]) => {
    const { selections, lines } = markets[name];
    const selection = selections[one % selections.length] ?? '';
    const line = legLineOf(name, selection, lines[other % Math.max(1, lines.length)]);
    return { market: name, selection, line };
  });
  const odds = fc.integer({ min: 1_010, max: 501_000 });
  type SomeLeg = { market: string; selection: string; line: string | undefined };
  /** What a leg that was struck at some odds is sold for while it is offered at others, all in thousandths. */
  const saleOf = (leg: SomeLeg, struck: number, offered: number): number => {
    const returns = returnsOf(grid, leg);
    return (returns.won * chanceCut(returns, offered) * struck) / 1_000 + returns.returned;
  };

  test('leaves no profit in buying at an offer and selling at once, and never adds to the value by the grid', () => {
    fc.assert(
      fc.property(legs, odds, odds, (leg, struck, offered) => {
        expect(saleOf(leg, offered, offered)).toBeLessThanOrEqual(1 + 1e-9);
        expect(saleOf(leg, struck, offered)).toBeLessThanOrEqual(expectedFactor(grid, leg, struck) + 1e-9);
      }),
    );
  });

  test('is none for an offer at fair odds or below', () => {
    fc.assert(
      fc.property(legs, fc.double({ min: 0.05, max: 1, noNaN: true }), (leg, share) => {
        const chance = chanceOf(massOf(grid, leg)) ?? Number.NaN;
        expect(chanceCut(returnsOf(grid, leg), (share * 1_000) / chance)).toBeCloseTo(1, 9);
      }),
    );
  });
});
