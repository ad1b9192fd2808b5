import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePrices, marginOf } from './service.ts';

const model = [2100, 3400, 3600];

describe('prices of traders', () => {
  it('near the model are fine', () => {
    expect(judgePrices([2100, 3400, 3600], model, 1)).toBe('fine');
    expect(judgePrices([2000, 3500, 3600], model, 1)).toBe('fine');
  });

  it('far from it, or with which the house would pay on the whole, need a confirmation', () => {
    expect(judgePrices([1700, 3400, 3600], model, 1)).toBe('far');
    expect(judgePrices([2250, 3600, 3850], model, 1)).toBe('far');
  });

  it('that are typing errors are absurd', () => {
    expect(judgePrices([21_000, 3400, 3600], model, 1)).toBe('absurd');
    expect(judgePrices([1000, 3400, 3600], model, 1)).toBe('absurd');
    expect(judgePrices([6000, 9000, 9000], model, 1)).toBe('absurd');
    expect(judgePrices([2100, 0, 3600], model, 1)).toBe('absurd');
  });

  it('that are fine never lose on the whole, and are never far from the model', () => {
    const odds = fc.array(fc.integer({ min: 1001, max: 100_000 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(odds, odds, (asked, other) => {
        if (judgePrices(asked, other, 1) !== 'fine') return;
        expect(marginOf(asked, 1)).toBeGreaterThanOrEqual(0);
        asked.forEach((one, index) => {
          expect(one / (other[index] ?? 0)).toBeLessThanOrEqual(1.15);
          expect((other[index] ?? 0) / one).toBeLessThanOrEqual(1.15);
        });
      }),
    );
  });
});
