import * as fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { assert } from './fast-check.ts';

const drawWith = (draws: { limitMs: number; untilMs: number }): void => {
  vi.stubEnv('DRAW_TIMES', '3');
  vi.stubEnv('DRAW_LIMIT_MS', String(draws.limitMs));
  vi.stubEnv('DRAW_UNTIL_MS', String(draws.untilMs));
};
afterEach(() => vi.unstubAllEnvs());

/** Asserts a property of a number, at once and asynchronously. @returns how many examples ran */
const assertBoth = async (isRight: (n: number) => boolean, options: fc.Parameters<[number]>) => {
  let ran = 0;
  const run = (n: number): boolean => {
    ran += 1;
    return isRight(n);
  };
  assert(fc.property(fc.nat(), run), options);
  await assert(
    fc.asyncProperty(fc.nat(), (n) => Promise.resolve(run(n))),
    options,
  );
  return ran;
};

it('runs a property with each of the seeds while there is time', async () => {
  drawWith({ limitMs: 600_000, untilMs: Date.now() + 600_000 });
  expect(await assertBoth(() => true, { numRuns: 5 })).toBe(2 * 3 * 5);
});

it('runs a property with the first seed alone when the time is over', async () => {
  drawWith({ limitMs: 600_000, untilMs: 0 });
  expect(await assertBoth(() => true, { numRuns: 5 })).toBe(2 * 5);
});

it('begins only one example of a property that has no time at all', async () => {
  drawWith({ limitMs: -1, untilMs: 0 });
  expect(await assertBoth(() => true, { numRuns: 5 })).toBe(2);
});

it('does not take an example that misses its preconditions for the only one', () => {
  drawWith({ limitMs: -1, untilMs: 0 });
  let ran = 0;
  const property = fc.property(fc.nat(), () => fc.pre(ran++ > 0));
  assert(property, { numRuns: 5 });
  expect(ran).toBe(2);
});

it('searches the smallest example of a failure when the time is over', async () => {
  drawWith({ limitMs: 600_000, untilMs: 0 });
  const isRight = (n: number): boolean => n < 50;
  const found = 'Counterexample: [50]';
  expect(() => assert(fc.property(fc.nat(), isRight), { seed: 5 })).toThrow(found);
  const later = fc.asyncProperty(fc.nat(), (n) => Promise.resolve(isRight(n)));
  await expect(assert(later, { seed: 5 })).rejects.toThrow(found);
});
