import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { marginOf, quote, removeMargin, spreadMargin } from './margin.ts';

const chances = fc
  .array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 })
  .map((weights) => {
    const sum = weights.reduce((a, b) => a + b, 0);
    return weights.map((weight) => weight / sum);
  });

function total(list: readonly number[]): number {
  return list.reduce((a, b) => a + b, 0);
}

/** Two favourites whose chances differ by the last digit a number can hold. */
const almostEven = [
  0.4417030413832479, 0.004417030413832488, 0.004417030413832488, 0.44170304138324784, 0.07151968809487952,
  0.03624016831095952,
];

const spreads = ['odds_ratio', 'power'] as const;

describe.each(spreads)('spreadMargin by %s', (spread) => {
  test('the implied chances carry the margin asked for, none below the fair one, in the same order', () => {
    fc.assert(
      fc.property(chances, fc.double({ min: 0, max: 0.15, noNaN: true }), (fair, margin) => {
        fc.pre(Math.max(...fair) < 0.85);
        const implied = spreadMargin(fair, margin, spread);
        expect(total(implied)).toBeCloseTo(1 + margin, 8);
        for (const [index, q] of implied.entries()) {
          expect(q).toBeGreaterThanOrEqual((fair[index] ?? 2) - 1e-12);
          expect(q).toBeLessThan(1);
        }
        const order = (values: readonly number[]) =>
          values.map((_, index) => index).toSorted((a, b) => (fair[a] ?? 0) - (fair[b] ?? 0) || a - b);
        const sorted = order(fair).map((index) => implied[index] ?? 0);
        // Chances a last digit apart may change places by a last digit.
        expect(sorted.filter((q, at) => q < (sorted[at - 1] ?? 0) - 1e-12)).toEqual([]);
      }),
      { examples: [[almostEven, 6.123419848957923e-8]] },
    );
  });

  test('long shots carry more of it than favourites', () => {
    const fair = [0.7, 0.2, 0.1];
    const [favourite = 0, middle = 0, long = 0] = spreadMargin(fair, 0.05, spread).map(
      (q, index) => q / (fair[index] ?? 1),
    );
    expect(favourite).toBeLessThan(middle);
    expect(middle).toBeLessThan(long);
  });

  test('two even sides share it evenly', () => {
    for (const q of spreadMargin([0.5, 0.5], 0.04, spread)) expect(q).toBeCloseTo(0.52, 9);
  });

  test('where two of three results win, the margin is on both winners', () => {
    expect(total(spreadMargin([0.8, 0.65, 0.55], 0.05, spread))).toBeCloseTo(2.1, 8);
  });

  test('decided chances stay as they are', () => {
    expect(spreadMargin([1, 0, 0], 0.05, spread)).toEqual([1, 0, 0]);
    const [gone, ...rest] = spreadMargin([0, 0.6, 0.4], 0.05, spread);
    expect(gone).toBe(0);
    expect(total(rest)).toBeCloseTo(1.05, 8);
  });

  test('of a market all but decided no price is shortened beyond reason', () => {
    const chance = fc.double({ min: 1e-8, max: 0.02, noNaN: true });
    fc.assert(
      fc.property(chance, (p) => {
        const [q = 1] = spreadMargin([p, 1 - p], 0.5, spread);
        expect(q / (1 - q) / (p / (1 - p))).toBeLessThanOrEqual(4 * (1 + 1e-9));
      }),
    );
  });

  test.each([-0.01, 1.01, Number.NaN])('a margin of %d throws', (margin) => {
    expect(() => spreadMargin([0.5, 0.5], margin, spread)).toThrow(
      new RangeError(`margin out of bounds: ${margin}`),
    );
  });

  test('what is spread can be removed again', () => {
    fc.assert(
      fc.property(chances, fc.double({ min: 0, max: 0.15, noNaN: true }), (fair, margin) => {
        fc.pre(Math.max(...fair) < 0.85);
        const back = removeMargin(spreadMargin(fair, margin, spread), spread);
        for (const [index, p] of back.entries()) expect(p).toBeCloseTo(fair[index] ?? 2, 8);
      }),
    );
  });

  test('removing leaves chances that sum to the winners, also from prices below fair', () => {
    const implied = fc.array(fc.double({ min: 0.05, max: 0.9, noNaN: true }), {
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(implied, (some) => {
        expect(total(removeMargin(some, spread))).toBeCloseTo(1, 8);
      }),
    );
    expect(total(removeMargin([0.84, 0.7, 0.6], spread, 2))).toBeCloseTo(2, 8);
  });
});

test('the power puts more on long shots than the odds ratio', () => {
  const fair = [0.9, 0.07, 0.03];
  const [byPower, byRatio] = [spreadMargin(fair, 0.05, 'power'), spreadMargin(fair, 0.05, 'odds_ratio')];
  expect(byPower[2]).toBeGreaterThan(byRatio[2] ?? 1);
});

describe('quote', () => {
  test.each([
    [0.52, 0.5, 1920],
    [0.5, 0.5, 2000],
    [0.35, 0.34, 2860],
    [0.995, 0.98, 1010],
    [0.999, 0.995, undefined],
    [1e-6, 1e-7, 501_000],
  ])('implied %d, fair %d: %s', (implied, fair, oddsMilli) => {
    expect(quote(implied, fair)).toBe(oddsMilli);
  });

  test('never gives the bettor an edge', () => {
    const chance = fc.double({ min: 1e-6, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(chance, fc.double({ min: 1, max: 1.3, noNaN: true }), (fair, factor) => {
        const oddsMilli = quote(Math.min(0.9999, fair * factor), fair) ?? 0;
        expect((oddsMilli / 1000) * fair).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});

describe('marginOf', () => {
  test.each([
    [[2000, 2000], 1, 0],
    [[1900, 1900], 1, 2 / 1.9 - 1],
    [[2500, 3200, 2900], 1, 1 / 2.5 + 1 / 3.2 + 1 / 2.9 - 1],
    [[1250, 1500, 1600], 2, (1 / 1.25 + 1 / 1.5 + 1 / 1.6) / 2 - 1],
  ])('%j with %i winning: %d', (odds, winners, margin) => {
    expect(marginOf(odds, winners)).toBeCloseTo(margin, 12);
  });
});
