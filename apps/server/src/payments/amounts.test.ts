import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feeOf, percentText, usdtFor, usdtPaid, worthOf } from './amounts.ts';

describe('fees', () => {
  test('percent and fixed part, at least the minimum', () => {
    const terms = { feeBp: 100, feeFixedMinor: 0n, feeMinMinor: 100n };
    expect(feeOf(1_000n, terms)).toBe(100n);
    expect(feeOf(5_000_000n, terms)).toBe(50_000n);
    expect(feeOf(10_099n, { feeBp: 100, feeFixedMinor: 25n })).toBe(125n);
  });

  test('a fee is never more than its exact value, and less than a unit below it', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 5_000 }),
        (amount, feeBp) => {
          const fee = feeOf(amount, { feeBp, feeFixedMinor: 0n });
          const exact = amount * BigInt(feeBp);
          expect(fee * 10_000n <= exact && exact < (fee + 1n) * 10_000n).toBe(true);
        },
      ),
    );
  });

  test('percent as text', () => {
    expect([0, 5, 150, 1_000].map(percentText)).toEqual(['0.00', '0.05', '1.50', '10.00']);
  });
});

describe('USDT', () => {
  test('at par and at a rate', () => {
    expect(usdtFor(10_000n, 1_000_000n, 2)).toBe(100_000_000n);
    expect(usdtFor(10_000n, 7_200_000n, 2)).toBe(13_890_000n);
    expect(worthOf(13_890_000n, 7_200_000n, 2)).toBe(10_000n);
  });

  test('the requested USDT always cover the amount, by less than a cent too much', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        fc.bigInt({ min: 10_000n, max: 10n ** 9n }),
        fc.constantFrom(0, 2, 3),
        (amount, rate, scale) => {
          const usdt = usdtFor(amount, rate, scale);
          expect(usdt % 10_000n).toBe(0n);
          expect(worthOf(usdt, rate, scale) >= amount).toBe(true);
          expect(worthOf(usdt - 10_000n, rate, scale) < amount).toBe(true);
        },
      ),
    );
  });
});

test('what is paid out is never worth more than the amount, and less than a millionth of USDT below it', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.constantFrom(0, 2, 3),
      (amount, rate, scale) => {
        const paid = usdtPaid(amount, rate, scale);
        expect(worthOf(paid, rate, scale) <= amount).toBe(true);
        expect((paid + 1n) * rate * 10n ** BigInt(scale) > amount * 10n ** 12n).toBe(true);
        expect(usdtFor(amount, rate, scale) >= paid).toBe(true);
      },
    ),
  );
});
