import { expect, test } from 'vitest';
import { DEFAULT_RHO, drawChance, LEAST_RHO, MOST_RHO } from './scoring-rates.ts';
import { createRhoTally } from './strengths-rho.ts';

const means = { homeMean: 1.5, awayMean: 1.1 };
const usualChance = drawChance(means, DEFAULT_RHO);

/** The ρ found after a number of matches, drawn as often as the true ρ says. */
function found(trueRho: number, matches: number): number {
  const { learn, rho } = createRhoTally();
  const draws = Math.round(matches * drawChance(means, trueRho));
  for (let index = 0; index < matches; index++) learn(usualChance, index < draws);
  return rho();
}

test.each([-0.15, -0.1, -0.06, -0.03, 0, 0.04])('many results find about ρ %d', (rho) => {
  expect(Math.abs(found(rho, 50_000) - rho)).toBeLessThan(0.02);
});

test('few results leave it near to what it is usually', () => {
  expect(found(-0.1, 0)).toBe(DEFAULT_RHO);
  expect(Math.abs(found(-0.1, 40) - DEFAULT_RHO)).toBeLessThan(0.02);
});

test('it starts where it is usually for the matches, and results count as much as from anywhere', () => {
  const [usual, other] = [createRhoTally(), createRhoTally(-0.09)];
  expect(other.rho()).toBeCloseTo(-0.09, 12);
  for (let index = 0; index < 5000; index++) {
    for (const tally of [usual, other]) tally.learn(usualChance, index % 4 === 0);
  }
  const apart = usual.rho() - other.rho();
  expect(apart).toBeGreaterThan(0);
  expect(apart).toBeLessThan(0.07 / 1.5);
});

test('it stays within bounds', () => {
  const { learn, rho } = createRhoTally();
  for (let index = 0; index < 5000; index++) learn(usualChance, true);
  expect(rho()).toBe(LEAST_RHO);
  for (let index = 0; index < 50_000; index++) learn(usualChance, false);
  expect(rho()).toBe(MOST_RHO);
});
