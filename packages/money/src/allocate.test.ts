import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocate } from './allocate.ts';

test.each([
  [100n, [1n, 1n, 1n], [34n, 33n, 33n]],
  [5n, [1n, 1n], [3n, 2n]],
  [10n, [0n, 3n, 0n], [0n, 10n, 0n]],
  [7n, [2n, 3n, 5n], [1n, 2n, 4n]],
  [10n, [5n, 3n], [6n, 4n]],
  [0n, [1n, 2n], [0n, 0n]],
  [-100n, [1n, 1n, 1n], [-34n, -33n, -33n]],
  [1n, [1n, 2n], [0n, 1n]],
])('%i by weights %s is %s', (total, weights, shares) => {
  expect(allocate(total, weights)).toEqual(shares);
});

test('no weight, only zeros or a negative weight throw', () => {
  expect(() => allocate(1n, [])).toThrow(new RangeError('no positive weight'));
  expect(() => allocate(1n, [0n, 0n])).toThrow(new RangeError('no positive weight'));
  expect(() => allocate(1n, [2n, -1n])).toThrow(new RangeError('negative weight'));
});

test('shares sum to the total and each is within one unit of the exact share', () => {
  const weights = fc
    .array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 20 })
    .filter((list) => list.some((weight) => weight > 0n));
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), weights, (total, list) => {
      const shares = allocate(total, list);
      const sum = list.reduce((a, b) => a + b, 0n);
      expect(shares.reduce((a, b) => a + b, 0n)).toBe(total);
      for (const [place, share] of shares.entries()) {
        const error = share * sum - total * (list[place] ?? 0n);
        expect(error > -sum && error < sum).toBe(true);
      }
    }),
  );
});
