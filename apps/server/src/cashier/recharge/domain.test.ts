import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
  turnoverBp: 10_000,
  expiresAt,
  scale: 2,
};
const usdt: Terms = { ...card, feeBp: 0, usdtMicro: 98_040_000n, rateMicro: 1_020_000n };
const arrival = (paidUnits: bigint, seenAt = inTime) => ({ paidUnits, seenAt, wrongNetwork: false });

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
      creditedMinor: 10_200n,
    });
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

  test('goes to review on the wrong network, above the maximum, and below the fee', () => {
    expect(judge(usdt, { ...arrival(98_040_000n), wrongNetwork: true }, false)).toMatchObject({
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
          const terms = { ...usdt, rateMicro, feeBp, amountMaxMinor: 10n ** 15n };
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
