import * as fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { assert } from './fast-check.ts';

const drawWith = (draws: { limitMs: number; untilMs: number }): void => {
  vi.stubEnv('DRAW_TIMES', '3');
  vi.stubEnv('DRAW_LIMIT_MS', String(draws.limitMs));
  vi.stubEnv('DRAW_UNTIL_MS', String(draws.untilMs));
};
afterEach(() => vi.unstubAllEnvs());

/** Properties of a number in both kinds, with the examples that they ran. */
const properties = (isRight: (n: number) => boolean) => {
  const ran: number[] = [];
  const run = (n: number): boolean => ran.push(n) > 0 && isRight(n);
  return {
    ran,
    all: [fc.property(fc.nat(), run), fc.asyncProperty(fc.nat(), (n) => Promise.resolve(run(n)))],
  };
};

it('runs a property with each of the seeds while there is time', async () => {
  drawWith({ limitMs: 600_000, untilMs: Date.now() + 600_000 });
  const { ran, all } = properties(() => true);
  for (const property of all) await assert(property, { numRuns: 5 });
  expect(ran).toHaveLength(all.length * 3 * 5);
});

it('begins only one example of a property when the time is over', async () => {
  drawWith({ limitMs: 600_000, untilMs: 0 });
  const { ran, all } = properties(() => true);
  for (const property of all) await assert(property, { numRuns: 5 });
  expect(ran).toHaveLength(all.length);
});

it('searches the smallest example of a failure also after that', async () => {
  drawWith({ limitMs: 600_000, untilMs: 0 });
  const { all } = properties((n) => n < 50);
  for (const property of all) {
    await expect(async () => assert(property, { seed: 5 })).rejects.toThrow('Counterexample: [50]');
  }
});
