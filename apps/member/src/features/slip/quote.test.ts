import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '@touchline/money/amount';
import { formatOdds } from '@touchline/money/odds';
import { quoteStake, tighter, type QuoteInput } from './quote.ts';

const base: QuoteInput = {
  stake: '10',
  odds: '9.60',
  available: '1284.50',
  min: '1.00',
  max: '5000.00',
  scale: 2,
};
const problem = (over: Partial<QuoteInput>) => quoteStake({ ...base, ...over })?.problem;

describe('the quote of a stake', () => {
  it('says what could be received, what remains and what pays off', () => {
    expect(quoteStake(base)).toEqual({
      stakeMinor: 1000n,
      receiveMinor: 9600n,
      leftMinor: 127450n,
      rateOfReturn: '860',
      breakEven: '10.42',
      problem: undefined,
    });
  });

  it('rounds down once', () => {
    expect(quoteStake({ ...base, stake: '0.33', odds: '1.725', min: '0.01' })?.receiveMinor).toBe(56n);
  });

  it('names the problem, the stake bounds before the wallet', () => {
    expect(problem({ stake: '' })).toBe('empty');
    expect(problem({ stake: '0.' })).toBe('empty');
    expect(problem({ stake: '0.99' })).toBe('under_min');
    expect(problem({ stake: '5000.01', available: '10.00' })).toBe('over_max');
    expect(problem({ stake: '1284.51' })).toBe('insufficient');
    expect(problem({ stake: '1284.50' })).toBeUndefined();
  });

  it('is not made of odds that are none', () => {
    expect(quoteStake({ ...base, odds: '0.5' })).toBeUndefined();
  });

  it('agrees with the rule floor(stake × odds) for every stake and price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: 1001, max: 999_999 }),
        (s, o) => {
          const quote = quoteStake({ ...base, stake: formatAmount(BigInt(s), 2), odds: formatOdds(o) });
          expect(quote?.receiveMinor).toBe((BigInt(s) * BigInt(o)) / 1000n);
        },
      ),
    );
  });
});

describe('the tighter bound', () => {
  it('is the smaller amount, by value and not by text', () => {
    expect(tighter('500.00', '90.00', 2)).toBe('90.00');
    expect(tighter('90.00', '500.00', 2)).toBe('90.00');
    expect(tighter('90.00', undefined, 2)).toBe('90.00');
    expect(tighter('90.00', 'x', 2)).toBe('90.00');
  });
});
