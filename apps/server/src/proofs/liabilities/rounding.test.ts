import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundUp } from './site.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });

test('totals become the next multiple of a step that leaves at most two digits of the largest', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount, amount), { minLength: 1, maxLength: 3 }), (currencies) => {
      const totals = currencies.flat();
      const { padding, steps } = roundUp(totals, 3);
      expect(steps).toHaveLength(currencies.length);
      for (const [at, total] of totals.entries()) {
        const [added = 0n, step = 0n] = [padding[at], steps[Math.floor(at / 3)]];
        expect(added > 0n && added <= step).toBe(true);
        expect((total + added) % step).toBe(0n);
      }
      for (const [at, own] of currencies.entries()) {
        const largest = own.reduce((most, one) => (one > most ? one : most), 0n);
        const step = steps[at] ?? 1n;
        expect(step).toBeGreaterThanOrEqual(100_000n);
        expect(largest / step).toBeLessThan(100n);
      }
    }),
  );
});

test('a bet changes nothing that is seen, unless a total passes a multiple of its step', () => {
  const before = roundUp([12_345_678n, 0n, 400_000n], 3);
  const after = roundUp([12_345_678n - 12_345n, 0n, 400_000n + 33_948n], 3);
  expect(before.steps).toEqual([1_000_000n]);
  expect(after.steps).toEqual([1_000_000n]);
  const shown = (totals: readonly bigint[], { padding }: { padding: readonly bigint[] }) =>
    totals.map((total, at) => total + (padding[at] ?? 0n));
  expect(shown([12_345_678n, 0n, 400_000n], before)).toEqual([13_000_000n, 1_000_000n, 1_000_000n]);
  expect(shown([12_333_333n, 0n, 433_948n], after)).toEqual([13_000_000n, 1_000_000n, 1_000_000n]);
});
