import { factorOf } from '@touchline/money/factor';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedFactor } from './fair-value.ts';
import { grade, UnknownBet } from './grade.ts';
import { scoreGrid } from './grid.ts';
import { legLineOf } from './leg-line.ts';
import { liveGrid } from './live-grid.ts';
import { markets } from './graders.ts';
import { marketNames } from './markets.ts';
import { chanceOf, massOf } from './mass.ts';

const means = { homeMean: 1.6, awayMean: 1.1 };
const grid = scoreGrid(means);

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
