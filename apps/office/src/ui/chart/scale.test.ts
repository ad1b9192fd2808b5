import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisOf, labelled, niceStep } from './scale.ts';

test('steps are round', () => {
  expect([0.03, 1, 1.2, 2.1, 3, 7, 480, 96_000].map((size) => niceStep(size))).toEqual([
    0.05, 1, 2, 2.5, 5, 10, 500, 100_000,
  ]);
  expect(niceStep(0)).toBe(1);
});

test('an axis holds every value and nothing, and little more', () => {
  const values = fc.array(
    fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }).map((minor) => minor / 100),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(values, (all) => {
      const { from, to, ticks } = axisOf(all, 4);
      const slack = (to - from) * 1e-6;
      expect(from).toBeLessThanOrEqual(Math.min(0, ...all) + slack);
      expect(to).toBeGreaterThanOrEqual(Math.max(0, ...all) - slack);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect(ticks).toContain(0);
    }),
  );
});

test('the last day is labelled, and as many before it as have room', () => {
  expect(labelled(7, 10)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelled(30, 5)).toEqual([5, 11, 17, 23, 29]);
  expect(labelled(0, 5)).toEqual([]);
});
