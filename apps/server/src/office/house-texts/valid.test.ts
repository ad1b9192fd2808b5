import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Published } from './row.ts';
import { comingAfter, validAt } from './shelf.ts';

const at = (ms: number): Date => new Date(ms);
const versions = fc
  .uniqueArray(fc.integer({ min: 0, max: 1_000 }), { minLength: 0, maxLength: 12 })
  .map((starts) =>
    starts
      .toSorted((a, b) => a - b)
      .map((ms, index): Published => ({ kind: 'rules', version: index + 1, from: at(ms), texts: {} })),
  );
const moment = fc.integer({ min: 0, max: 1_000 });

test('at every time the version counts that began last, and what was valid never changes by what is published later', () => {
  fc.assert(
    fc.property(versions, moment, fc.integer({ min: 1, max: 500 }), (published, ms, later) => {
      const valid = validAt(published, 'rules', at(ms));
      const begun = published.filter(({ from }) => from.getTime() <= ms);
      expect(valid?.version ?? 0).toBe(begun.length);
      const next: Published = { kind: 'rules', version: 99, from: at(ms + later), texts: {} };
      expect(validAt([...published, next], 'rules', at(ms))).toEqual(valid);
      expect(comingAfter(published, 'rules', at(ms)).map(({ version }) => version)).toEqual(
        published.slice(begun.length).map(({ version }) => version),
      );
    }),
  );
});

test('kinds do not know of each other', () => {
  const terms: Published = { kind: 'terms', version: 1, from: at(0), texts: {} };
  expect(validAt([terms], 'rules', at(5))).toBeUndefined();
  expect(comingAfter([terms], 'rules', at(-5))).toEqual([]);
});
