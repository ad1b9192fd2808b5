import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fairValue, offerFor, parseShare, sell, stateSold, type OpenBet } from './domain.ts';

const bet = (over: Partial<OpenBet> = {}): OpenBet => ({
  stakeMinor: 10_000n,
  cashedStakeMinor: 0n,
  cashOutMinor: 0n,
  lines: 1,
  k: 1,
  ...over,
});

describe('fair value', () => {
  it('of a single is potential return × chance', () => {
    expect(fairValue(bet(), [2.5 * 0.6])).toBeCloseTo(15_000, 9);
  });
  it('of an accumulator counts won legs with their odds and void legs as 1', () => {
    expect(fairValue(bet({ k: 3 }), [2, 1, 3 * 0.25])).toBeCloseTo(15_000, 9);
  });
  it('of a system is that of all its lines', () => {
    // 2 of 3, 30.00 in all: 10.00 on each pair.
    const value = fairValue(bet({ stakeMinor: 3_000n, lines: 3, k: 2 }), [2, 0.5, 1.5]);
    expect(value).toBeCloseTo(1_000 * (2 * 0.5 + 2 * 1.5 + 0.5 * 1.5), 9);
  });
  it('after a part was sold is that of the rest', () => {
    expect(fairValue(bet({ cashedStakeMinor: 7_500n }), [2])).toBeCloseTo(5_000, 9);
  });
});

describe('the offer', () => {
  it('is the fair value less the fee, rounded down, and both add up', () => {
    expect(offerFor(10_001.9, 500)).toEqual({ fairMinor: 10_001n, feeMinor: 501n, offerMinor: 9_500n });
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e12, noNaN: true }),
        fc.integer({ min: 0, max: 10_000 }),
        (fair, fee) => {
          const offer = offerFor(fair, fee);
          if (offer === undefined) return;
          expect(offer.offerMinor + offer.feeMinor).toBe(offer.fairMinor);
          expect(offer.offerMinor).toBeGreaterThan(0n);
          expect(Number(offer.fairMinor)).toBeLessThanOrEqual(fair);
        },
      ),
    );
  });
  it('of next to nothing is refused', () => {
    expect(offerFor(0, 500)).toBeUndefined();
    expect(offerFor(1.04, 500)).toBeUndefined();
    expect(offerFor(100, 10_000)).toBeUndefined();
  });
});

describe('a share', () => {
  it.each([
    ['1', 10_000n],
    ['1.0', 10_000n],
    ['0.5', 5_000n],
    ['0.0001', 1n],
    ['0.3333', 3_333n],
  ])('%s is read', (text, share) => {
    expect(parseShare(text)).toBe(share);
  });
  it.each(['0', '0.0', '1.1', '2', '-0.5', '.5', '0.00001', '50%', '1e-1', ''])('%s is none', (text) => {
    expect(parseShare(text)).toBeUndefined();
  });
});

describe('a sale', () => {
  const amounts = fc.record({
    stakeMinor: fc.bigInt({ min: 100n, max: 10n ** 9n }),
    offerMinor: fc.bigInt({ min: 1n, max: 10n ** 10n }),
    share: fc.bigInt({ min: 1n, max: 10_000n }),
  });
  it('never pays more than its part of the offer, and all of it for the whole', () => {
    fc.assert(
      fc.property(amounts, ({ stakeMinor, offerMinor, share }) => {
        const sale = sell(bet({ stakeMinor }), { offerMinor, share, restMinMinor: 100n });
        fc.pre(sale !== undefined);
        const restMinor = stakeMinor - sale.partMinor;
        expect(sale.paysMinor * stakeMinor).toBeLessThanOrEqual(offerMinor * sale.partMinor);
        expect(sale.isWhole).toBe(restMinor === 0n);
        expect(sale.isWhole ? sale.paysMinor === offerMinor : restMinor >= 100n).toBe(true);
      }),
    );
  });
  it('that leaves too little, or sells nothing, is refused', () => {
    const of = { offerMinor: 9_000n, restMinMinor: 100n };
    expect(sell(bet(), { ...of, share: 9_950n })).toBeUndefined();
    expect(sell(bet({ stakeMinor: 100n }), { ...of, share: 1n })).toBeUndefined();
    expect(sell(bet(), { ...of, offerMinor: 1n, share: 5_000n })).toBeUndefined();
  });
  it('of the whole ends the bet by its total return', () => {
    const sold = (cashOutMinor: bigint, paysMinor: bigint) =>
      stateSold(bet({ cashOutMinor }), { partMinor: 1n, paysMinor, isWhole: true });
    expect(sold(0n, 10_001n)).toBe('win');
    expect(sold(4_000n, 5_999n)).toBe('lose');
    expect(sold(4_000n, 6_000n)).toBe('refund');
  });
});
