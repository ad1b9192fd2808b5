import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toMicro } from './reading.ts';

test.each([
  [1_000_000n, 6, 1_000_000n],
  [1n, 18, 0n],
  [999_999_999_999n, 18, 0n],
  [1_000_000_000_000n, 18, 1n],
  [5n, 2, 50_000n],
  [7n, 0, 7_000_000n],
])('%s of a token of %s decimals is %s millionths', (value, decimals, micro) =>
  expect(toMicro(value, decimals)).toBe(micro),
);

test('no more is credited than was sent', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 0, max: 36 }),
      (value, decimals) => {
        const micro = toMicro(value, decimals);
        expect(micro * 10n ** BigInt(decimals) <= value * 1_000_000n).toBe(true);
        expect((micro + 1n) * 10n ** BigInt(decimals) > value * 1_000_000n).toBe(true);
      },
    ),
  );
});
