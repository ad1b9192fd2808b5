import * as fc from 'fast-check';
import { formatAmount } from '@touchline/money/amount';
import { describe, expect, it } from 'vitest';
import { netBars, rangePlaces } from './net-bars.ts';

const text = (minor: bigint): string => (minor < 0n ? `-${formatAmount(-minor, 2)}` : formatAmount(minor, 2));

describe('bars of nets', () => {
  it('lie to the left of nothing below zero and to the right above, the largest at the edge', () => {
    expect(netBars(['10.00', '-20.00', '0.00'], 2)).toEqual([
      { left: 50, width: 25, sign: 1 },
      { left: 0, width: 50, sign: -1 },
      { left: 50, width: 0, sign: 0 },
    ]);
    expect(netBars([], 2)).toEqual([]);
  });

  it('stay within their box', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })), (minors) => {
        for (const { left, width } of netBars(minors.map(text), 2)) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left + width).toBeLessThanOrEqual(100.1);
        }
      }),
    );
  });
});

describe('the range of chance', () => {
  it('is around nothing, with the difference in it or beyond', () => {
    expect(rangePlaces({ low: '-10.00', high: '10.00', difference: '5.00' }, 2)).toMatchObject({
      zero: 50,
      isWithin: true,
    });
    const beyond = rangePlaces({ low: '-10.00', high: '10.00', difference: '-20.00' }, 2);
    expect(beyond.isWithin).toBe(false);
    expect(beyond.at).toBeLessThan(beyond.low);
    expect(beyond.at).toBeGreaterThan(0);
  });
});
