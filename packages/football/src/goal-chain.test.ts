import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { noGoals, scoreFromLevel, scoreOver } from './goal-chain.ts';
import { poisson } from './poisson.ts';

const goals = fc.double({ min: 0, max: 3, noNaN: true });
const pace = fc.double({ min: 0.6, max: 1.5, noNaN: true });
const stretch = fc.record({ home: goals, away: goals, paces: fc.tuple(pace, pace, pace, pace, pace) });
const MOST = 30;

test('without paces both sides are independent Poisson', () => {
  fc.assert(
    fc.property(goals, goals, fc.integer({ min: -3, max: 3 }), (home, away, lead) => {
      const { masses } = scoreOver(noGoals(9, 9), lead, { home, away, paces: [1, 1, 1, 1, 1] });
      const [ofHome, ofAway] = [poisson(home, 9), poisson(away, 9)];
      for (const [index, mass] of masses.entries()) {
        const expected = (ofHome[Math.floor(index / 10)] ?? 0) * (ofAway[index % 10] ?? 0);
        expect(mass).toBeCloseTo(expected, 7);
      }
    }),
    { numRuns: 50 },
  );
});

test('no mass is lost', () => {
  fc.assert(
    fc.property(stretch, fc.integer({ min: -3, max: 3 }), (each, lead) => {
      const { masses } = scoreOver(noGoals(MOST, MOST), lead, each);
      expect(masses.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 7);
    }),
    { numRuns: 50 },
  );
});

test('a stretch in two parts is the whole stretch', () => {
  fc.assert(
    fc.property(stretch, fc.double({ min: 0, max: 1, noNaN: true }), (each, share) => {
      const part = (of: number) => ({ ...each, home: each.home * of, away: each.away * of });
      const whole = scoreOver(noGoals(12, 12), 0, each);
      const parts = scoreOver(scoreOver(noGoals(12, 12), 0, part(share)), 0, part(1 - share));
      for (const [index, mass] of whole.masses.entries()) expect(parts.masses[index]).toBeCloseTo(mass, 7);
    }),
    { numRuns: 50 },
  );
});

test('the course of the lead agrees with the table of scores', () => {
  fc.assert(
    fc.property(stretch, stretch, (first, second) => {
      const half = scoreOver(noGoals(MOST, MOST), 0, first);
      const { masses } = scoreOver(half, 0, second);
      const home = (of: Float64Array) =>
        of.reduce((sum, mass, index) => sum + mass * Math.floor(index / (MOST + 1)), 0);
      const { early, late, level } = scoreFromLevel([first], () => [second]);
      expect(early.home).toBeCloseTo(home(half.masses), 3);
      expect(early.home + late.home).toBeCloseTo(home(masses), 3);
      const draws = masses.filter((_, index) => index % (MOST + 2) === 0).reduce((a, b) => a + b, 0);
      expect(level).toBeCloseTo(draws, 3);
    }),
    { numRuns: 30 },
  );
});
