import { expect, test } from 'vitest';
import { scoreGrid } from './grid.ts';
import { createRhoTally } from './strengths-rho.ts';

const means = { homeMean: 1.5, awayMean: 1.1 };

/** The ρ found after so many matches, every score as often as the grid of the true ρ says. */
function found(trueRho: number, matches: number): number {
  const { ft, awayMax } = scoreGrid(means, trueRho);
  const { learn, rho } = createRhoTally();
  for (const [home, away] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const) {
    const count = Math.round(matches * (ft[home * (awayMax + 1) + away] ?? 0));
    for (let index = 0; index < count; index++) learn(means, home, away);
  }
  return rho();
}

test.each([-0.1, -0.08, -0.06, -0.04, -0.03])('many results find ρ %d', (rho) => {
  expect(found(rho, 200_000)).toBeCloseTo(rho, 2);
});

test('few results leave it as it is usually', () => {
  expect(found(-0.1, 0)).toBe(-0.06);
  expect(Math.abs(found(-0.1, 40) + 0.06)).toBeLessThan(0.02);
});

test('it stays within bounds', () => {
  expect(found(-0.19, 200_000)).toBe(-0.1);
  expect(found(0.1, 200_000)).toBe(-0.03);
});

test('higher scores do not change it', () => {
  const { learn, rho } = createRhoTally();
  for (let index = 0; index < 1000; index++) learn(means, 2, index % 4);
  expect(rho()).toBe(-0.06);
});
