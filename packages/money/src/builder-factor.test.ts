import { describe, expect, test } from 'vitest';
import { builderFactor } from './builder-factor.ts';
import type { LegOutcome } from './factor.ts';

/** 2.00 and 1.50 alone, 2.80 together. */
const two = [1000, 2000, 1500, 2800];
const of = (...outcomes: (LegOutcome | undefined)[]) => {
  const settled = builderFactor(outcomes, two);
  return settled && [`${settled.factor.num}/${settled.factor.den}`, settled.outcome];
};

describe('two parts', () => {
  test.each([
    [['win', 'win'], '14/5', 'win'],
    [['win', 'lose'], '0/1', 'lose'],
    [['lose', undefined], '0/1', 'lose'],
    [['half-lose', 'lose'], '0/1', 'lose'],
    [['win', 'push'], '2/1', 'win'],
    [['void', 'win'], '3/2', 'win'],
    [['push', 'push'], '1/1', 'push'],
    [['void', 'push'], '1/1', 'push'],
    [['void', 'void'], '1/1', 'void'],
    [['win', 'half-win'], '12/5', 'half-win'],
    [['half-win', 'half-win'], '73/40', 'half-win'],
    [['half-win', 'push'], '3/2', 'half-win'],
    [['half-lose', 'push'], '1/2', 'half-lose'],
    [['half-lose', 'half-lose'], '1/4', 'half-lose'],
    [['win', 'half-lose'], '1/1', 'push'],
    [['half-lose', 'win'], '3/4', 'half-lose'],
    [['half-lose', 'half-win'], '5/8', 'half-lose'],
  ] as const)('%j: %s, %s', (outcomes, factor, word) => {
    expect(of(...outcomes)).toEqual([factor, word]);
  });

  test('are open while one is and none is lost', () => {
    expect(of('win', undefined)).toBeUndefined();
    expect(of('half-lose', undefined)).toBeUndefined();
    expect(of(undefined, undefined)).toBeUndefined();
  });
});

test.each([
  [[], [1000]],
  [['win'], [1000]],
  [['win'], [1001, 2000]],
  [['win'], [1000, 999]],
  [['win'], [1000, 1500.5]],
  [
    ['win', 'win'],
    [1000, 2000, 1500],
  ],
] as const)('%j at %j throws', (outcomes, subsets) => {
  expect(() => builderFactor(outcomes, subsets)).toThrow(RangeError);
});
