import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Grid, pairIndex, scoreGrid } from './grid.ts';
import { legLineOf } from './leg-line.ts';
import { liveGrid } from './live-grid.ts';
import { marketNames, markets } from './markets.ts';
import { chanceOf, massesOf, massOf } from './mass.ts';
import { offeredLines } from './offered-lines.ts';
import { priceEvent } from './price.ts';
import { winnerOf } from './score.ts';

const mean = fc.double({ min: 0.2, max: 4, noNaN: true });
const goals = fc.integer({ min: 0, max: 3 });
const score = fc.record({ home: goals, away: goals });
/** Matches to come, in the first half and in the second. */
const situations = fc.oneof(
  fc.record({ homeMean: mean, awayMean: mean }),
  fc.record({ homeMean: mean, awayMean: mean, score, minute: fc.integer({ min: 1, max: 44 }) }),
  fc.record({ homeMean: mean, awayMean: mean, ht: score, score, minute: fc.integer({ min: 46, max: 89 }) }),
);

type Situation = {
  homeMean: number;
  awayMean: number;
  score?: { home: number; away: number };
  ht?: { home: number; away: number };
  minute?: number;
};

function gridOf({ homeMean, awayMean, score: more, ht, minute }: Situation): Grid {
  const means = { homeMean, awayMean };
  if (more === undefined || minute === undefined) return scoreGrid(means);
  const now = { home: more.home + (ht?.home ?? 0), away: more.away + (ht?.away ?? 0) };
  return liveGrid(means, { score: now, ht, minute });
}

function eachGrid(check: (grid: Grid) => void, numRuns: number = 40): void {
  fc.assert(
    fc.property(situations, (situation) => check(gridOf(situation))),
    { numRuns },
  );
}

function win(grid: Grid, market: string, selection: string, line?: string): number {
  return massOf(grid, { market, selection, line }).win;
}

function chance(grid: Grid, market: string, selection: string, line?: string): number {
  return chanceOf(massOf(grid, { market, selection, line })) ?? Number.NaN;
}

describe('prices of one grid never contradict each other', () => {
  test('the chances of a market sum to its winners, at every line offered', () => {
    eachGrid((grid) => {
      for (const name of marketNames) {
        for (const line of offeredLines(markets[name], grid)) {
          const masses = massesOf(grid, markets[name], line);
          for (const mass of masses) {
            expect(Object.values(mass).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
          }
          const chances = masses.map(chanceOf).filter((each) => each !== undefined);
          const sum = chances.length === 0 ? markets[name].winners : chances.reduce((a, b) => a + b, 0);
          expect(sum).toBeCloseTo(markets[name].winners, 9);
        }
      }
    });
  });

  test('double chance is the sum of its two results', () => {
    eachGrid((grid) => {
      for (const selection of markets.double_chance.selections) {
        const [one = '', other = ''] = selection;
        expect(win(grid, 'double_chance', selection)).toBeCloseTo(
          win(grid, '1x2', one) + win(grid, '1x2', other),
          9,
        );
      }
    });
  });

  test('draw no bet is 1X2 without the draw, and the handicap 0', () => {
    eachGrid((grid) => {
      const [home, draw] = [win(grid, '1x2', '1'), win(grid, '1x2', 'X')];
      fc.pre(draw < 1 - 1e-6);
      expect(chance(grid, 'draw_no_bet', '1')).toBeCloseTo(home / (1 - draw), 8);
      expect(massOf(grid, { market: 'draw_no_bet', selection: '1' })).toEqual(
        massOf(grid, { market: 'asian_handicap', selection: 'home', line: '0' }),
      );
    });
  });

  test('handicaps of half a goal are results', () => {
    eachGrid((grid) => {
      expect(win(grid, 'asian_handicap', 'home', '-0.5')).toBeCloseTo(win(grid, '1x2', '1'), 9);
      expect(win(grid, 'asian_handicap', 'away', '-0.5')).toBeCloseTo(win(grid, '1x2', '2'), 9);
      expect(win(grid, 'asian_handicap', 'home', '0.5')).toBeCloseTo(win(grid, 'double_chance', '1X'), 9);
      expect(win(grid, 'ht_asian_handicap', 'home', '-0.5')).toBeCloseTo(win(grid, 'ht_1x2', '1'), 9);
      expect(win(grid, 'ht_asian_handicap', 'away', '-0.5')).toBeCloseTo(win(grid, 'ht_1x2', '2'), 9);
    });
  });

  test('half time / full time adds up to the results of both', () => {
    eachGrid((grid) => {
      for (const result of ['1', 'X', '2']) {
        const total = (selections: string[]) =>
          selections.reduce((sum, selection) => sum + win(grid, 'ht_ft', selection), 0);
        const results = ['1', 'X', '2'];
        const atHalf = total(results.map((other) => `${result}/${other}`));
        const atFull = total(results.map((other) => `${other}/${result}`));
        expect(atHalf).toBeCloseTo(win(grid, 'ht_1x2', result), 9);
        expect(atFull).toBeCloseTo(win(grid, '1x2', result), 9);
      }
    });
  });

  test('half time / full time is the sum of the joint grid', () => {
    eachGrid((grid) => {
      const columns = pairIndex(grid.awayMax + 1, 0);
      for (const selection of markets.ht_ft.selections) {
        let sum = 0;
        for (const { home, away } of grid.scores) {
          for (let htHome = 0; htHome <= home; htHome++) {
            for (let htAway = 0; htAway <= away; htAway++) {
              const half = winnerOf({ home: htHome, away: htAway });
              if (`${half}/${winnerOf({ home, away })}` !== selection) continue;
              sum += grid.joint[pairIndex(home, htHome) * columns + pairIndex(away, htAway)] ?? 0;
            }
          }
        }
        expect(win(grid, 'ht_ft', selection)).toBeCloseTo(sum, 9);
      }
    }, 15);
  });

  test('correct scores add up to results, totals, parity and both teams scoring', () => {
    eachGrid((grid) => {
      const sum = (isIn: (home: number, away: number) => boolean) =>
        grid.ft.reduce((total, mass, index) => {
          const home = Math.floor(index / (grid.awayMax + 1));
          return isIn(home, index % (grid.awayMax + 1)) ? total + mass : total;
        }, 0);
      expect(win(grid, 'btts', 'yes')).toBeCloseTo(
        sum((home, away) => home * away > 0),
        9,
      );
      expect(win(grid, 'odd_even', 'odd')).toBeCloseTo(
        sum((home, away) => (home + away) % 2 === 1),
        9,
      );
      expect(win(grid, 'over_under', 'over', '2.5')).toBeCloseTo(
        sum((home, away) => home + away > 2),
        9,
      );
      expect(win(grid, 'correct_score', '1-1')).toBeCloseTo(
        sum((home, away) => home === 1 && away === 1),
        9,
      );
      expect(win(grid, 'correct_score', 'other_draw')).toBeCloseTo(
        sum((home, away) => home > 4 && home === away),
        9,
      );
      const nil = win(grid, 'correct_score', '0-0');
      expect(win(grid, 'over_under', 'under', '0.5')).toBeCloseTo(nil, 9);
      expect(win(grid, 'ht_over_under', 'under', '0.5')).toBeCloseTo(win(grid, 'ht_correct_score', '0-0'), 9);
    });
  });

  test('the first half never has more goals than the match', () => {
    eachGrid((grid) => {
      expect(win(grid, 'ht_btts', 'yes')).toBeLessThanOrEqual(win(grid, 'btts', 'yes') + 1e-12);
      for (const line of ['0.5', '1.5', '2.5', '3.5']) {
        const half = win(grid, 'ht_over_under', 'over', line);
        expect(half).toBeLessThanOrEqual(win(grid, 'over_under', 'over', line) + 1e-12);
      }
    });
  });

  test('a higher total is less likely, a longer start more', () => {
    eachGrid((grid) => {
      for (const name of marketNames) {
        const { lines, selections } = markets[name];
        const [first = ''] = selections;
        const chances = lines
          .map((line) => chanceOf(massOf(grid, { market: name, selection: first, line })))
          .filter((each) => each !== undefined);
        const upwards = first === 'home' ? chances : chances.toReversed();
        for (const [index, each] of upwards.entries()) {
          expect(each).toBeGreaterThanOrEqual((upwards[index - 1] ?? 0) - 1e-9);
        }
      }
    });
  });

  test('the two sides of a line share it: what one wins the other loses', () => {
    eachGrid((grid) => {
      for (const name of marketNames) {
        const { lines, selections } = markets[name];
        for (const line of lines) {
          const [one, other] = selections.map((selection) =>
            massOf(grid, { market: name, selection, line: legLineOf(name, selection, line) }),
          );
          expect([other?.win, other?.['half-win'], other?.push]).toEqual([
            one?.lose,
            one?.['half-lose'],
            one?.push,
          ]);
        }
      }
    });
  });

  test('a quarter line is worth the mean of its two neighbours', () => {
    const oddsMilli = 1.95;
    const value = ({ win: won, push, ...half }: ReturnType<typeof massOf>) =>
      won * oddsMilli + (half['half-win'] * (oddsMilli + 1)) / 2 + push + half['half-lose'] / 2;
    eachGrid((grid) => {
      for (const name of marketNames) {
        const { lines, selections } = markets[name];
        for (const [index, line] of lines.entries()) {
          const [below, above] = [lines[index - 1], lines[index + 1]];
          if ((Number(line) * 4) % 2 === 0 || below === undefined || above === undefined) continue;
          for (const selection of selections) {
            const at = (each: string) => value(massOf(grid, { market: name, selection, line: each }));
            expect(at(line)).toBeCloseTo((at(below) + at(above)) / 2, 9);
          }
        }
      }
    });
  });
});

describe('in play', () => {
  test('a handicap starts again at 0-0: the same chances at any score with the same lead and first half', () => {
    const live = (home: number, away: number) =>
      liveGrid(
        { homeMean: 1.6, awayMean: 1.1 },
        { score: { home, away }, ht: { home: 0, away: 0 }, minute: 60 },
        0,
      );
    const chances = (grid: Grid) => massesOf(grid, markets.asian_handicap, '-0.25').map(chanceOf);
    const [level = Number.NaN] = chances(live(0, 0));
    const [behind = Number.NaN] = chances(live(0, 1));
    expect(chances(live(2, 2))[0]).toBeCloseTo(level, 9);
    expect(chances(live(2, 3))[0]).toBeCloseTo(behind, 9);
    expect(level).toBeGreaterThan(0.3);
    expect(behind).toBeGreaterThan(level);
  });

  test('lines stay few, near even and ascending', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const grid = gridOf(situation);
        const most = { over_under: 6, asian_handicap: 7, ht_over_under: 3, ht_asian_handicap: 3 };
        const prices = priceEvent(grid);
        for (const [name, count] of Object.entries(most)) {
          const lines = prices.filter(({ market }) => market === name).map(({ line }) => Number(line));
          expect(lines.length).toBeLessThanOrEqual(count);
          expect(lines).toEqual(lines.toSorted((a, b) => a - b));
          expect(new Set(lines).size).toBe(lines.length);
        }
      }),
      { numRuns: 30 },
    );
  });
});
