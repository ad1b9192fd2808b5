import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDurations,
  durationBoundsMs,
  durationsEntry,
  durationsOf,
  noDurations,
  percentileMs,
} from './durations.ts';
import { wilson } from './figures.ts';

const counts = fc.array(fc.nat(1_000), {
  minLength: durationBoundsMs.length + 1,
  maxLength: durationBoundsMs.length + 1,
});

test('bounds ascend, and entries are read as they were written', () => {
  expect(durationBoundsMs.toSorted((a, b) => a - b)).toEqual(durationBoundsMs);
  fc.assert(
    fc.property(counts, (all) => {
      expect(durationsOf({ delays: durationsEntry(all) }, 'delays')).toEqual(all);
    }),
  );
  expect(() => durationsOf({ delays: [{ count: 1, upToMs: 1_234 }] }, 'delays')).toThrow('no class');
});

test('a share is reached in the class in which that many cases are done', () => {
  const all = noDurations();
  expect(percentileMs(all, 50)).toBeUndefined();
  all[0] = 9;
  all[4] = 9;
  all[durationBoundsMs.length] = 2;
  expect(percentileMs(all, 45)).toBe(1_000);
  expect(percentileMs(all, 50)).toBe(7_000);
  expect(percentileMs(all, 95)).toBeUndefined();
  addDurations(all, all, -1);
  expect(all).toEqual(noDurations());
});

test('the interval of a share has it, and is within 0 and 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000), (cases, some) => {
      const hits = some % (cases + 1);
      const { low, high } = wilson(hits, cases);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(hits / cases + 1e-12);
      expect(high).toBeGreaterThanOrEqual(hits / cases - 1e-12);
    }),
  );
  // By the formula of Wilson, 20 of 100.
  expect(wilson(20, 100)).toEqual({ low: expect.closeTo(0.1334, 4), high: expect.closeTo(0.2888, 4) });
});
