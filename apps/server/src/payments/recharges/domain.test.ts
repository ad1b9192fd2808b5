import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usdtFor } from '../amounts.ts';
import { judge, type Terms } from './domain.ts';

const expiresAt = new Date('2026-06-11T13:00:00Z');
const inTime = new Date('2026-06-11T12:30:00Z');
const card: Terms = {
  state: 'created',
  amountMinor: 10_000n,
  feeBp: 150,
  feeFixedMinor: 0n,
  amountMaxMinor: 500_000n,
  usdtMicro: undefined,
  rateMicro: undefined,
  rateNowMicro: undefined,
  turnoverBp: 10_000,
  expiresAt,
  scale: 2,
};
const usdt: Terms = {
  ...card,
  feeBp: 0,
  usdtMicro: 98_040_000n,
  rateMicro: 1_020_000n,
  rateNowMicro: 1_020_000n,
};
const arrival = (paidUnits: bigint, seenAt = inTime) => ({ paidUnits, seenAt, wrong: undefined });

describe('a payment', () => {
  test('of exactly the requested amount is credited less the fee', () => {
    expect(judge(card, arrival(10_000n), false)).toEqual({
      case: undefined,
      outcome: 'credit',
      grossMinor: 10_000n,
      feeMinor: 150n,
      creditedMinor: 9_850n,
      turnoverMinor: 9_850n,
    });
  });

  test('in USDT of exactly the requested amount is the amount, for any rounding of the rate', () => {
    expect(judge(usdt, arrival(98_040_000n), false)).toMatchObject({
      case: undefined,
      creditedMinor: 10_000n,
    });
  });

  test('short and in excess are credited at their own amount', () => {
    expect(judge(usdt, arrival(50_000_000n), false)).toMatchObject({ case: 'short', creditedMinor: 5_100n });
    expect(judge(usdt, arrival(100_000_000n), false)).toMatchObject({
      case: 'excess',
      creditedMinor: 10_199n,
    });
  });

  test('has the fixed rate for what was asked alone, once and in time, and else the rate that gives less', () => {
    const late = new Date(expiresAt.getTime() + 1);
    for (const rateNowMicro of [500_000n, 2_000_000n]) {
      const moved = { ...usdt, rateNowMicro };
      const less = rateNowMicro < 1_020_000n ? rateNowMicro : 1_020_000n;
      const worth = (paid: bigint) => (paid * less) / 10n ** 10n;
      expect(judge(moved, arrival(98_040_000n), false)).toMatchObject({ creditedMinor: 10_000n });
      for (const [judged, name, credited] of [
        [judge(moved, arrival(50_000_000n), false), 'short', worth(50_000_000n)],
        [judge(moved, arrival(198_040_000n), false), 'excess', 10_000n + worth(100_000_000n)],
        [judge(moved, arrival(98_040_000n), true), 'duplicate', worth(98_040_000n)],
        [judge(moved, arrival(98_040_000n, late), false), 'late', worth(98_040_000n)],
      ] as const) {
        expect(judged).toMatchObject({ case: name, outcome: 'credit', creditedMinor: credited });
      }
    }
  });

  test('at a rate that is gone is credited as asked, and reviewed otherwise', () => {
    const gone = { ...usdt, rateNowMicro: undefined };
    expect(judge(gone, arrival(98_040_000n), false)).toMatchObject({ outcome: 'credit' });
    expect(judge(gone, arrival(50_000_000n), false)).toMatchObject({ case: 'short', outcome: 'review' });
    expect(judge(gone, arrival(98_040_000n), true)).toMatchObject({ case: 'duplicate', outcome: 'review' });
  });

  test('a second one is credited too', () => {
    expect(judge(card, arrival(10_000n), true)).toMatchObject({ case: 'duplicate', creditedMinor: 9_850n });
  });

  test('late within a day is credited, later goes to review', () => {
    const late = new Date(expiresAt.getTime() + 24 * 3_600_000);
    expect(judge(card, arrival(10_000n, late), false)).toMatchObject({ case: 'late', outcome: 'credit' });
    const later = new Date(late.getTime() + 1);
    expect(judge(card, arrival(10_000n, later), false)).toMatchObject({ case: 'late', outcome: 'review' });
    expect(judge({ ...card, state: 'rejected' }, arrival(10_000n), false)).toMatchObject({ case: 'late' });
  });

  test('in another currency goes to review, and is worth 0', () => {
    const wrong = 'wrong_currency';
    for (const paid of [10_000n, 1_500_000n, 9_000n]) {
      expect(judge(card, { ...arrival(paid), wrong }, false)).toEqual({
        case: wrong,
        outcome: 'review',
        grossMinor: 0n,
      });
    }
  });

  test('goes to review on the wrong network, above the maximum, and below the fee', () => {
    expect(judge(usdt, { ...arrival(98_040_000n), wrong: 'wrong_network' as const }, false)).toMatchObject({
      case: 'wrong_network',
      outcome: 'review',
    });
    expect(judge(card, arrival(500_001n), false)).toMatchObject({ case: 'excess', outcome: 'review' });
    expect(judge({ ...card, feeFixedMinor: 100n }, arrival(100n), false)).toMatchObject({
      case: 'short',
      outcome: 'review',
    });
  });

  test('nothing is made or lost: gross is fee and credit, and a millionth more is never worth less', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 400_000_000_000n }),
        fc.bigInt({ min: 100_000n, max: 9_000_000n }),
        fc.integer({ min: 0, max: 5_000 }),
        (paid, rateMicro, feeBp) => {
          const usdtMicro = usdtFor(usdt.amountMinor, rateMicro, usdt.scale);
          const rates = { usdtMicro, rateMicro, rateNowMicro: rateMicro };
          const terms = { ...usdt, ...rates, feeBp, amountMaxMinor: 10n ** 15n };
          const judged = judge(terms, arrival(paid), false);
          if (judged.outcome === 'review') return;
          expect(judged.feeMinor + judged.creditedMinor).toBe(judged.grossMinor);
          expect(judged.creditedMinor > 0n && judged.feeMinor >= 0n).toBe(true);
          if (paid === terms.usdtMicro) return;
          expect(judged.grossMinor * 10n ** 10n <= paid * rateMicro).toBe(true);
        },
      ),
    );
  });
});
