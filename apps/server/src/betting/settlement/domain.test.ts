import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { add, factorOf, multiply, ONE, type Factor, type LegOutcome, ZERO } from '@touchline/money/factor';
import { payout } from '@touchline/money/payout';
import { FROM_DOUBLES, FROM_SINGLES, systemLines } from '@touchline/money/system';
import { changeOf, judgeBet, type BetNow, type LegNow } from './domain.ts';

const leg = (outcome: LegOutcome | undefined, odds: number): LegNow => ({
  outcome,
  oddsMilli: Math.round(odds * 1000),
});
const bet = (over: Partial<BetNow> = {}): BetNow => ({
  memberId: 'm',
  id: 'b',
  k: null,
  openStake: 1_000n,
  legs: [leg('win', 2)],
  state: 'open',
  payout: null,
  lost: 0n,
  settlements: 0,
  settledAt: null,
  ...over,
});

describe('the verdict on a bet', () => {
  it.each<[string, Partial<BetNow>, string, bigint | null]>([
    ['a single that won', { legs: [leg('win', 2.1)] }, 'win', 2_100n],
    ['half won shows as won', { legs: [leg('half-win', 1.95)] }, 'win', 1_475n],
    ['half lost shows as lost', { legs: [leg('half-lose', 1.95)] }, 'lose', 500n],
    ['a push is returned', { legs: [leg('push', 1.95)] }, 'refund', 1_000n],
    ['an accumulator that won', { legs: [leg('win', 2.1), leg('win', 3.4)] }, 'win', 7_140n],
    ['a void leg counts as 1', { legs: [leg('win', 2.1), leg('void', 3.4)] }, 'win', 2_100n],
    ['all legs void are returned', { legs: [leg('void', 2.1), leg('void', 3.4)] }, 'refund', 1_000n],
    ['lost with its first lost leg', { legs: [leg('lose', 2.1), leg(undefined, 3.4)] }, 'lose', 0n],
    ['open while a leg is', { legs: [leg('win', 2.1), leg(undefined, 3.4)] }, 'open', null],
    ['half lost and won even', { legs: [leg('half-lose', 2.1), leg('win', 2)] }, 'refund', 1_000n],
    ['half lost and little won', { legs: [leg('half-lose', 2.1), leg('win', 1.8)] }, 'lose', 900n],
    [
      'the worked system 2/3: 10 a line at 2.0, void, 3.0',
      { k: 2, openStake: 3_000n, legs: [leg('win', 2), leg('void', 5), leg('win', 3)] },
      'win',
      11_000n,
    ],
    [
      'a system with a lost leg waits for the others',
      { k: 2, openStake: 3_000n, legs: [leg('lose', 2), leg('win', 5), leg(undefined, 3)] },
      'open',
      null,
    ],
    [
      'a system below its stake is lost with its payout',
      { k: 2, openStake: 3_000n, legs: [leg('lose', 2), leg('win', 1.2), leg('win', 1.3)] },
      'lose',
      1_560n,
    ],
    ['won, though rounding takes what was won', { openStake: 1n, legs: [leg('win', 1.01)] }, 'win', 1n],
  ])('%s', (_, over, state, pays) => expect(judgeBet(bet(over))).toEqual({ state, payout: pays }));

  const outcomes = ['win', 'half-win', 'push', 'half-lose', 'lose', 'void'] as const;
  const legs = fc.array(
    fc.record({ outcome: fc.constantFrom(...outcomes), oddsMilli: fc.integer({ min: 1_001, max: 50_000 }) }),
    { minLength: 1, maxLength: 6 },
  );
  /** Every line computed individually. */
  const linesOf = (k: number, own: readonly LegNow[]): LegNow[][] =>
    k === 0 ? [[]] : own.flatMap((one, i) => linesOf(k - 1, own.slice(i + 1)).map((rest) => [one, ...rest]));
  const factor = (line: readonly LegNow[]): Factor =>
    line.reduce((all, { outcome, oddsMilli }) => multiply(all, factorOf(outcome ?? 'lose', oddsMilli)), ONE);

  it('is the sum over its lines, rounded down once, for any system and any part still at stake', () => {
    fc.assert(
      fc.property(legs, fc.nat(5), fc.bigInt({ min: 1n, max: 10n ** 7n }), (own, size, openStake) => {
        const k = (size % own.length) + 1;
        const lines = linesOf(k, own);
        const sum = lines.map(factor).reduce(add, ZERO);
        const count = BigInt(systemLines(k, own.length));
        const whole = payout(openStake, { num: sum.num, den: sum.den * count });
        expect(judgeBet({ k, openStake, legs: own }).payout).toBe(whole);
        expect(lines).toHaveLength(Number(count));
      }),
    );
  });

  it('of a full cover is the sum over the lines of all its sizes', () => {
    fc.assert(
      fc.property(
        legs.filter((own) => own.length > 2),
        fc.constantFrom(FROM_DOUBLES, FROM_SINGLES),
        fc.bigInt({ min: 1n, max: 10n ** 7n }),
        (own, k, openStake) => {
          const lines = own.flatMap((_, at) => (at + 1 < -k ? [] : linesOf(at + 1, own)));
          const sum = lines.map(factor).reduce(add, ZERO);
          const whole = payout(openStake, { num: sum.num, den: sum.den * BigInt(lines.length) });
          expect(judgeBet({ k, openStake, legs: own }).payout).toBe(whole);
        },
      ),
    );
  });

  it('is won above its stake and lost below, except for rounding', () => {
    fc.assert(
      fc.property(legs, fc.bigInt({ min: 1n, max: 10n ** 7n }), (own, openStake) => {
        const { state, payout: pays } = judgeBet({ k: null, openStake, legs: own });
        if (pays === null) throw new Error('open');
        // Rounding down may take all winnings, never more.
        const ends = pays > openStake ? ['win'] : pays < openStake ? ['lose'] : ['win', 'refund'];
        expect(ends).toContain(state);
        expect(judgeBet({ k: own.length, openStake, legs: own })).toEqual({ state, payout: pays });
      }),
    );
  });
});

describe('settling again', () => {
  it('books only the difference, either way', () => {
    const paid = { state: 'win', payout: 2_000n, settlements: 1 } as const;
    expect(changeOf(bet({ ...paid, legs: [leg('win', 2)] }))).toBeUndefined();
    expect(changeOf(bet({ ...paid, legs: [leg('half-win', 2)] }))).toMatchObject({
      n: 2,
      credit: 0n,
      debit: 500n,
      absorbed: 0n,
      kind: 'correction',
    });
    expect(changeOf(bet({ ...paid, payout: 1_500n }))).toMatchObject({ credit: 500n, debit: 0n });
  });

  it('reopens a bet whose leg is no longer graded, and claws back its payment', () => {
    const paid = { state: 'win', payout: 2_000n, settlements: 1, legs: [leg(undefined, 2)] } as const;
    expect(changeOf(bet(paid))).toMatchObject({
      after: { state: 'open', payout: null },
      debit: 2_000n,
      kind: 'correction',
    });
    const lost = { state: 'lose', payout: 0n, settlements: 1 } as const;
    const reopened = changeOf(bet({ ...lost, legs: [leg('win', 2), leg(undefined, 2)] }));
    expect(reopened).toMatchObject({ after: { state: 'open', payout: null }, credit: 0n, debit: 0n });
  });

  it('pays no more than is due in all, also after a correction that found nothing to claw back', () => {
    const kept = { state: 'lose', payout: 0n, lost: 700n, settlements: 2 } as const;
    expect(changeOf(bet(kept))).toMatchObject({ credit: 1_300n, absorbed: 700n });
    expect(changeOf(bet({ ...kept, openStake: 300n }))).toMatchObject({ credit: 0n, absorbed: 600n });
  });

  it('ends the same by any way: the payments are what is due, and what could not be clawed back', () => {
    const verdicts = fc.array(
      fc.constantFrom<LegOutcome | undefined>('win', 'half-win', 'lose', 'void', undefined),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(verdicts, fc.array(fc.bigInt({ min: 0n, max: 2_500n })), (path, spent) => {
        let now = bet();
        let given = 0n;
        path.forEach((outcome, i) => {
          const change = changeOf({ ...now, legs: [leg(outcome, 2.5)] });
          if (!change) return;
          // The unspent part of a debit is available.
          const lost = [change.debit, spent[i] ?? 0n].reduce((a, b) => (a < b ? a : b));
          given += change.credit - (change.debit - lost);
          now = { ...now, ...change.after, settlements: change.n, lost: now.lost - change.absorbed + lost };
        });
        expect(given).toBe((now.payout ?? 0n) + now.lost);
        expect(now.lost >= 0n).toBe(true);
      }),
    );
  });
});
