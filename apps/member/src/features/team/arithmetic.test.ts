import { describe, expect, it } from 'vitest';
import { keptOnAverage } from './arithmetic.ts';

describe('what the house keeps of stakes taken together', () => {
  it('is the part that was expected of them in percent, to the nearest of four decimals', () => {
    expect(keptOnAverage('50.00', '2.500000')).toBe('5.0000');
    expect(keptOnAverage('1000.00', '47.619')).toBe('4.7619');
    expect(keptOnAverage('300.00', '15.055000')).toBe('5.0183');
    expect(keptOnAverage('3.00', '0.100000')).toBe('3.3333');
    expect(keptOnAverage('6.00', '0.100000')).toBe('1.6667');
  });

  it('is the same for stakes that were taken back', () => {
    expect(keptOnAverage('-50.00', '-2.500000')).toBe('5.0000');
  });

  it('is not shown where there is nothing to divide by, or the signs differ', () => {
    expect(keptOnAverage('0.00', '0.000000')).toBeUndefined();
    expect(keptOnAverage('50.00', '-2.500000')).toBeUndefined();
    expect(keptOnAverage('', '1')).toBeUndefined();
  });
});
