import { describe, expect, it } from 'vitest';
import { averageMargin, withoutZeros } from './arithmetic.ts';

describe('the margin of stakes taken together', () => {
  it('is what was expected of them in percent, to the nearest hundredth', () => {
    expect(averageMargin('50.00', '2.500000')).toBe('5.00');
    expect(averageMargin('300.00', '15.055000')).toBe('5.02');
    expect(averageMargin('3.00', '0.100000')).toBe('3.33');
    expect(averageMargin('6.00', '0.100000')).toBe('1.67');
  });

  it('is the same for stakes that were taken back', () => {
    expect(averageMargin('-50.00', '-2.500000')).toBe('5.00');
  });

  it('is not told where there is nothing to divide by, or the signs differ', () => {
    expect(averageMargin('0.00', '0.000000')).toBeUndefined();
    expect(averageMargin('50.00', '-2.500000')).toBeUndefined();
    expect(averageMargin('', '1')).toBeUndefined();
  });
});

it('leaves the zeros at the end of a figure away, but for two decimals', () => {
  expect(['25.120000', '25.000000', '0.123456', '25', '-2.500000', '10.100001'].map(withoutZeros)).toEqual([
    ...['25.12', '25.00', '0.123456', '25', '-2.50', '10.100001'],
  ]);
});
