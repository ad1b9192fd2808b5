import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { marginOf, quote, spreadMargin } from './margin.ts';

const chances = fc
  .array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 })
  .map((weights) => {
    const sum = weights.reduce((a, b) => a + b, 0);
    return weights.map((weight) => weight / sum);
  });

function total(list: readonly number[]): number {
  return list.reduce((a, b) => a + b, 0);
}

describe('spreadMargin', () => {
  test('the implied chances carry the margin asked for, none below the fair one', () => {
    fc.assert(
      fc.property(chances, fc.double({ min: 0, max: 0.15, noNaN: true }), (fair, margin) => {
        fc.pre(Math.max(...fair) < 0.85);
        const implied = spreadMargin(fair, margin);
        expect(total(implied)).toBeCloseTo(1 + margin, 8);
        for (const [index, q] of implied.entries()) {
          expect(q).toBeGreaterThanOrEqual((fair[index] ?? 2) - 1e-12);
          expect(q).toBeLessThan(1);
        }
      }),
    );
  });

  test('long shots carry more of it than favourites', () => {
    const fair = [0.7, 0.2, 0.1];
    const [favourite = 0, middle = 0, long = 0] = spreadMargin(fair, 0.05).map(
      (q, index) => q / (fair[index] ?? 1),
    );
    expect(favourite).toBeLessThan(middle);
    expect(middle).toBeLessThan(long);
  });

  test('two even sides share it evenly', () => {
    for (const q of spreadMargin([0.5, 0.5], 0.04)) expect(q).toBeCloseTo(0.52, 9);
  });

  test('where two of three results win, the margin is on both winners', () => {
    expect(total(spreadMargin([0.8, 0.65, 0.55], 0.05))).toBeCloseTo(2.1, 8);
  });

  test('decided chances stay as they are', () => {
    expect(spreadMargin([1, 0, 0], 0.05)).toEqual([1, 0, 0]);
    const [gone, ...rest] = spreadMargin([0, 0.6, 0.4], 0.05);
    expect(gone).toBe(0);
    expect(total(rest)).toBeCloseTo(1.05, 8);
  });

  test.each([-0.01, 1.01, Number.NaN])('a margin of %d throws', (margin) => {
    expect(() => spreadMargin([0.5, 0.5], margin)).toThrow(RangeError);
  });
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
