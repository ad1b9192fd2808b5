import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breakEven, formatOdds, parseOdds, rateOfReturn } from './odds.ts';

describe('parseOdds', () => {
  test.each([
    ['2.35', 2350],
    ['1.005', 1005],
    ['1.001', 1001],
    ['2', 2000],
    ['11', 11_000],
    ['501.00', 501_000],
    ['1000000', 1_000_000_000],
    ['1000000.000', 1_000_000_000],
  ])('%s is %i thousandths', (text, oddsMilli) => {
    expect(parseOdds(text)).toBe(oddsMilli);
  });

  test.each([
    '',
    '1',
    '1.000',
    '0.5',
    '0',
    '-2',
    '02.5',
    '2.3501',
    '2.',
    '.5',
    '2,35',
    '1e2',
    ' 2',
    '2 ',
    '+2',
    '1000000.001',
    '9'.repeat(5000),
  ])('%j is refused', (text) => {
    expect(parseOdds(text)).toBeUndefined();
  });
});

test.each([
  [2350, '2.35', '135', '42.55'],
  [2000, '2.00', '100', '50.00'],
  [1005, '1.005', '0.5', '99.50'],
  [1001, '1.001', '0.1', '99.90'],
  [1950, '1.95', '95', '51.28'],
  [11_000, '11.00', '1000', '9.09'],
  [501_000, '501.00', '50000', '0.20'],
  [3_333, '3.333', '233.3', '30.00'],
  [8_000, '8.00', '700', '12.50'],
])('%i thousandths show as odds %s, return %s %%, break even at %s %%', (oddsMilli, odds, rate, chance) => {
  expect(formatOdds(oddsMilli)).toBe(odds);
  expect(rateOfReturn(oddsMilli)).toBe(rate);
  expect(breakEven(oddsMilli)).toBe(chance);
});

test('odds of a whole bet can be longer than any number', () => {
  expect(formatOdds(501n ** 20n * 1000n)).toBe(`${501n ** 20n}.00`);
  expect(formatOdds(4_488n)).toBe('4.488');
  expect(formatOdds(5)).toBe('0.005');
});

test('all displays agree with the odds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1001, max: 1_000_000_000 }), (oddsMilli) => {
      expect(parseOdds(formatOdds(oddsMilli))).toBe(oddsMilli);
      expect(Number(rateOfReturn(oddsMilli))).toBeCloseTo((oddsMilli / 1000 - 1) * 100, 4);
      expect(Math.abs(Number(breakEven(oddsMilli)) - 100_000 / oddsMilli)).toBeLessThanOrEqual(0.005 + 1e-9);
    }),
  );
});
