import fc from 'fast-check';
import { returnsOf } from '@touchline/football/fair-value';
import type { Grid } from '@touchline/football/grid';
import { legLineOf } from '@touchline/football/leg-line';
import { describe, expect, it } from 'vitest';
import { defaultOffer } from '../../pricing/board/offer.ts';
import { countsFromBet } from '../builder/stored-parts.ts';
import { fairGrid } from '../../pricing/fair-grid.ts';
import { gridOf, planMarkets, type Situation } from '../../pricing/market-plan.ts';
import { offerFor } from '../cash-out/domain.ts';
import { priceAtEnd, waitMsOf } from './domain.ts';

const delayMs = 5_000;
const speeds = [1, 6, 20, 60];
/** Minutes of a replayed match that pass while an order waits. */
const minutesWaited = (speed: number): number =>
  (waitMsOf(delayMs, [{ replay: true }], speed) * speed) / 60_000;

type Play = Pick<Situation, 'means' | 'score' | 'ht'> & { minute: number };
const plays: fc.Arbitrary<Play> = fc
  .record({
    homeMean: fc.double({ min: 0.4, max: 3, noNaN: true }),
    awayMean: fc.double({ min: 0.4, max: 3, noNaN: true }),
    first: fc.record({ home: fc.nat(2), away: fc.nat(2) }),
    second: fc.record({ home: fc.nat(1), away: fc.nat(1) }),
    minute: fc.oneof(fc.integer({ min: 1, max: 44 }), fc.integer({ min: 46, max: 92 })),
  })
  .map(({ homeMean, awayMean, first, second, minute }) => {
    const isFirst = minute < 46;
    const score = isFirst ? first : { home: first.home + second.home, away: first.away + second.away };
    return { means: { homeMean, awayMean }, score, ht: isFirst ? undefined : first, minute };
  });

const situation = ({ means, score, ht, minute }: Play, waited = 0): Situation => ({
  state: 'live',
  means,
  clockMinute: minute + waited,
  score,
  ht,
  isSuspended: false,
});
const priced = (play: Play, waited = 0) =>
  new Map(
    planMarkets(situation(play, waited), new Map(), defaultOffer).flatMap(
      ({ market, line, state, selections, oddsMilli }) =>
        selections.map((selection, i): [string, { leg: Leg; oddsMilli: number }] => [
          `${market} ${line} ${selection}`,
          {
            leg: {
              market,
              selection,
              line: legLineOf(market, selection, line) || undefined,
              since: countsFromBet(market) ? play.score : undefined,
            },
            oddsMilli: state === 'open' ? (oddsMilli[i] ?? 0) : 0,
          },
        ]),
    ),
  );
type Leg = Parameters<typeof returnsOf>[1];

/** What a unit of stake on a leg returns on average. */
const worth = (grid: Grid, leg: Leg, oddsMilli: number): number => {
  const { won, returned } = returnsOf(grid, leg);
  return (won * oddsMilli) / 1000 + returned;
};

/**
 * The most that a unit of stake is worth to a member who orders at the price of now and waits, of all selections on offer: when the wait is
 * over without a goal, and when the bet is then sold.
 * @param strike the price at the end, or undefined where the order is refused
 */
const mostWorth = (
  play: Play,
  waited: number,
  strike: (ordered: number, now: number) => number | undefined,
): { held: number; sold: number } => {
  const [grid, later] = [gridOf(situation(play, waited)), gridOf(situation(play, 2 * waited))];
  if (grid === undefined || later === undefined) return { held: 0, sold: 0 };
  const now = priced(play, waited);
  const bets = [...priced(play)].flatMap(([name, { leg, oddsMilli }]) => {
    const struck = strike(oddsMilli, now.get(name)?.oddsMilli ?? 0);
    return oddsMilli === 0 || struck === undefined || struck === 0 ? [] : [{ leg, struck }];
  });
  const offerOf = (value: number) => Number(offerFor(value * 1_000_000, 500)?.offerMinor ?? 0n) / 1_000_000;
  return {
    held: Math.max(0, ...bets.map(({ leg, struck }) => worth(grid, leg, struck))),
    sold: Math.max(0, ...bets.map(({ leg, struck }) => offerOf(worth(later, leg, struck)))),
  };
};

it.each(speeds)('no selection and no sale is worth more than 1 after the wait, at speed %d', (speed) => {
  expect(minutesWaited(speed)).toBeCloseTo(delayMs / 60_000, 2);
  fc.assert(
    fc.property(plays, fc.constantFrom('none', 'better', 'any'), (play, accept) => {
      const most = mostWorth(play, minutesWaited(speed), (ordered, now) => priceAtEnd(accept, ordered, now));
      expect(most.held).toBeLessThan(1);
      expect(most.sold).toBeLessThan(1);
    }),
    { numRuns: 16 },
  );
});

describe('anywhere in the minute for which a price is in force, no selection is worth more than 1', () => {
  const mostWorthAt = (play: Play, part: number): number => {
    const grid = gridOf(situation(play, part));
    const bets = [...priced(play).values()].filter(({ oddsMilli }) => oddsMilli > 0);
    return grid === undefined
      ? 0
      : Math.max(0, ...bets.map(({ leg, oddsMilli }) => worth(grid, leg, oddsMilli)));
  };

  it.each([88, 89, 90, 91, 92])('at the end of minute %d, where little is left of the match', (minute) => {
    const play = { means: { homeMean: 1.4, awayMean: 1.2 }, ht: { home: 1, away: 0 }, minute };
    for (const score of [
      { home: 1, away: 0 },
      { home: 1, away: 1 },
      { home: 2, away: 1 },
    ]) {
      expect(mostWorthAt({ ...play, score }, 1)).toBeLessThan(1);
    }
  });

  it('at any time of any match', () => {
    fc.assert(
      fc.property(plays, fc.double({ min: 0, max: 1, noNaN: true }), (play, part) => {
        expect(mostWorthAt(play, part)).toBeLessThan(1 + 1e-9);
      }),
      { numRuns: 25 },
    );
  });
});

it('what is bought anywhere in the minute that is shown is not sold for more in it', () => {
  const parts = fc.double({ min: 0.01, max: 1, noNaN: true });
  fc.assert(
    fc.property(plays, parts, (play, part) => {
      const { means, score, ht, minute } = play;
      // "46" is shown in the forty-sixth minute; an offer takes its end.
      const begun = { ...play, minute: minute - part };
      const shown = fairGrid({ state: 'live', means, minute: `${minute}`, score, ht });
      if (shown === undefined) return;
      for (const { leg, oddsMilli } of priced(begun).values()) {
        if (oddsMilli === 0) continue;
        const offer = offerFor(worth(shown, leg, oddsMilli) * 1_000_000, 500)?.offerMinor ?? 0n;
        expect(Number(offer) / 1_000_000).toBeLessThan(1);
      }
    }),
    { numRuns: 10 },
  );
});

it('the old price after a wait by the clock on the wall was worth more, which this method finds', () => {
  const play = {
    means: { homeMean: 1.6, awayMean: 1.1 },
    score: { home: 1, away: 0 },
    ht: { home: 0, away: 0 },
  };
  const wallMinutes = (speed: number) => (delayMs * speed) / 60_000;
  const kept = speeds.map((speed) => {
    const minutes = [55, 65, 75, 85];
    return Math.max(
      ...minutes.map(
        (minute) => mostWorth({ ...play, minute }, wallMinutes(speed), (ordered) => ordered).held,
      ),
    );
  });
  expect(kept[0]).toBeLessThan(1);
  expect(kept[3]).toBeGreaterThan(1.05);
});
