import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Belief, createBelief } from './strengths-belief.ts';

/** Mean and variance of ln goals after one pair of goals, by summing the posterior over a fine grid. */
function posteriorMode(prior: { mean: number; variance: number }, goals: number): number {
  let best = { log: -Infinity, at: 0 };
  for (let at = -3; at <= 3; at += 0.0005) {
    const log = goals * at - Math.exp(at) - (at - prior.mean) ** 2 / (2 * prior.variance);
    if (log > best.log) best = { log, at };
  }
  return best.at;
}

test.each([
  [0.2, 0.3, 0],
  [0.2, 0.3, 4],
  [-0.5, 1, 2],
  [0.4, 0.01, 9],
])('mean %d, variance %d, %i goals: the mode of the posterior', (mean, variance, goals) => {
  const belief = createBelief();
  const [one, other] = [belief.add([], mean, variance), belief.add([], 0, 0.1)];
  belief.learn([[one, 1]], [[other, 1]], [goals, 1]);
  expect(belief.mean([[one, 1]])).toBeCloseTo(posteriorMode({ mean, variance }, goals), 3);
  // The curvature of the posterior at its mode.
  const curvature = 1 / variance + Math.exp(belief.mean([[one, 1]]));
  expect(belief.variance(one)).toBeCloseTo(1 / curvature, 6);
});

test('a variable made of others moves with them, its own noise apart', () => {
  const belief = createBelief();
  const parent = belief.add([], 0.5, 1);
  const [near, far] = [belief.add([[parent, 1]], 0.1, 0.001), belief.add([[parent, 1]], 0, 5)];
  expect(belief.mean([[near, 1]])).toBeCloseTo(0.6, 12);
  expect(belief.variance(far)).toBeCloseTo(6, 12);
  belief.learn([[parent, 1]], [[parent, 1]], [6, 6]);
  expect(belief.mean([[near, 1]]) - belief.mean([[parent, 1]])).toBeCloseTo(0.1, 12);
});

describe('of any goals', () => {
  const goals = fc.nat({ max: 60 });
  const pair = fc.tuple(goals, goals, fc.nat({ max: 4 }), fc.nat({ max: 4 })).filter(([, , a, b]) => a !== b);

  function after(pairs: readonly [number, number, number, number][]): { belief: Belief; places: number[] } {
    const belief = createBelief();
    const root = belief.add([], 0.3, 0.1);
    const places = Array.from({ length: 5 }, () => belief.add([[root, 1]], 0, 0.3));
    for (const [home, away, a, b] of pairs) {
      const [us, them] = [places[a] ?? 0, places[b] ?? 0];
      belief.learn(
        [
          [us, 1],
          [them, -0.5],
        ],
        [
          [them, 1],
          [us, -0.5],
        ],
        [home, away],
      );
    }
    return { belief, places };
  }

  test('it stays finite and certain within bounds: variances only shrink by learning', () => {
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 40 }), (pairs) => {
        const { belief, places } = after(pairs);
        for (const place of places) {
          expect(Number.isFinite(belief.mean([[place, 1]]))).toBe(true);
          expect(belief.variance(place)).toBeGreaterThan(0);
          expect(belief.variance(place)).toBeLessThanOrEqual(0.4 + 1e-9);
        }
      }),
    );
  });

  test('room for more variables changes nothing', () => {
    const belief = createBelief();
    const places = Array.from({ length: 200 }, (_, index) => belief.add([], index / 1000, 0.5));
    expect(places.map((place) => belief.mean([[place, 1]]))).toEqual(places.map((_, index) => index / 1000));
    expect(new Set(places.map((place) => belief.variance(place)))).toEqual(new Set([0.5]));
  });
});
