import { factorOf } from '@touchline/money/factor';
import { payout } from '@touchline/money/payout';
import { combine, fullReturn } from '@touchline/money/system';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLegBook, outcomes } from './legs.ts';
import { largestWithin, pendingSums, writtenSums } from './slip.ts';
import { EventRisk } from './event-exposure.ts';
import { addTo, lossOf, mostOf, none, plus, type Totals } from './totals.ts';

const legs = createLegBook();
const names = [
  '1x2||1|',
  '1x2||X|',
  'asian_handicap|-0.75|home|',
  'asian_handicap|0.25|away|',
  'asian_handicap|-1|home|1-0',
  'over_under|2|over|',
  'over_under|2.25|under|',
  'ht_1x2||X|',
  'ht_ft||1/1|',
  'correct_score||1-1|',
];
const oddsMilli = fc.integer({ min: 1010, max: 20_000 });
const stakeMinor = fc.bigInt({ min: 1n, max: 100_000n });

/** The sums of single bets on a few legs. */
const totalsOf = (
  bets: readonly { name: string; odds: number; stake: bigint; isSingle: boolean }[],
): Totals => {
  const totals: Totals = new Map();
  for (const { name, odds, stake, isSingle } of bets) {
    addTo(totals, name, writtenSums({ isSingle }, stake, fullReturn(stake, combine(1, [odds]))));
  }
  return totals;
};
const bets = fc.array(
  fc.record({ name: fc.constantFrom(...names), odds: oddsMilli, stake: stakeMinor, isSingle: fc.boolean() }),
  { maxLength: 12 },
);

describe('the sums of a leg', () => {
  it('are never below the cost of its bets to the cent, and less than a cent per bet above, at every outcome', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ odds: oddsMilli, stake: stakeMinor }), { maxLength: 9 }),
        (singles) => {
          const name = 'asian_handicap|-0.75|home|';
          const sums = totalsOf(singles.map((one) => ({ ...one, name, isSingle: true }))).get(name) ?? none;
          for (const outcome of outcomes) {
            const truth = singles.reduce(
              (sum, { odds, stake }) => sum + Number(payout(stake, factorOf(outcome, odds)) - stake),
              0,
            );
            expect(lossOf(sums, outcome)).toBeGreaterThanOrEqual(truth);
            expect(lossOf(sums, outcome) - truth).toBeLessThanOrEqual(singles.length / 2);
          }
        },
      ),
    );
  });

  it('of an unwritten bet cost no less, at any outcome, than written or released', () => {
    fc.assert(
      fc.property(oddsMilli, stakeMinor, fc.boolean(), (odds, stake, isSingle) => {
        const written = writtenSums({ isSingle }, stake, fullReturn(stake, combine(1, [odds])));
        const pending = pendingSums(written);
        for (const outcome of outcomes) {
          expect(lossOf(pending, outcome)).toBeGreaterThanOrEqual(Math.max(0, lossOf(written, outcome)));
        }
        expect(mostOf(plus(written, pending, -1))).toBe(0);
        expect(mostOf(plus(none, pending, -1))).toBe(0);
      }),
    );
  });
});

describe('the largest stake', () => {
  it('fits, and a minor unit more does not, for singles and for bets of several legs', () => {
    const slip = fc.record({
      name: fc.constantFrom(...names),
      odds: fc.array(oddsMilli, { minLength: 1, maxLength: 4 }),
    });
    const limit = fc.integer({ min: 1, max: 2_000_000 });
    fc.assert(
      fc.property(
        bets,
        slip,
        fc.tuple(limit, limit, limit),
        (before, { name, odds }, [event, market, selection]) => {
          const exposure = new EventRisk(legs, { event, market, selection }, totalsOf(before));
          const bet = { isSingle: odds.length === 1, all: combine(odds.length, odds) };
          const fits = (unit: bigint): boolean =>
            exposure.fits(name, pendingSums(writtenSums(bet, unit, fullReturn(unit, bet.all))));
          const unit = largestWithin(bet, exposure.room(name));
          if (unit === undefined) throw new Error('every stake costs something where it wins');
          expect([unit === 0n || fits(unit), fits(unit + 1n)]).toEqual([true, false]);
        },
      ),
      { numRuns: 120 },
    );
  });
});

describe('the exposure of an event', () => {
  it('updated with each change equals a fresh computation', () => {
    fc.assert(
      fc.property(bets, bets, fc.constantFrom(...names), (before, changes, name) => {
        const limits = { event: 300_000, market: 200_000, selection: 150_000 };
        const moving = new EventRisk(legs, limits, totalsOf(before));
        for (const change of changes) {
          const [[leg, sums] = ['', none]] = totalsOf([change]);
          moving.fits(leg, sums);
          moving.add(leg, sums);
        }
        const rebuilt = new EventRisk(legs, limits, totalsOf([...before, ...changes]));
        expect(moving.room(name)).toEqual(rebuilt.room(name));
        expect(moving.worst()).toEqual(rebuilt.worst());
      }),
    );
  });
});
