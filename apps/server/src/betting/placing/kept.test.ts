import fc from 'fast-check';
import { partsText } from '@touchline/football/builder-parts';
import { legLineOf } from '@touchline/football/leg-line';
import { keptMicro } from '@touchline/money/theoretical';
import { describe, expect, it } from 'vitest';
import { anyPlay, pricedAt, pricedMatch } from '../../testing/priced-match.ts';
import type { BoardEvent } from '../../pricing/board/board.ts';
import { Builders } from '../builder/builders.ts';
import { countsFromBet } from '../builder/stored-parts.ts';
import { Grids } from '../../pricing/grids.ts';
import { keptOf, type LegPrice } from './kept.ts';

const since = ({ score, state }: BoardEvent, market: string): string =>
  state === 'live' && score !== undefined && countsFromBet(market) ? `${score.home}-${score.away}` : '';
const legsOf = (event: BoardEvent): LegPrice[] =>
  [...event.markets.values()].flatMap(({ market, line, state, selections, oddsMilli, marginBp }) =>
    selections.flatMap((selection, i) => {
      const price = oddsMilli[i] ?? 0;
      if (state !== 'open' || price === 0) return [];
      const own = legLineOf(market, selection, line) ?? '';
      return [
        { event, market, line: own, selection, since: since(event, market), oddsMilli: price, marginBp },
      ];
    }),
  );
const lossOf = (
  grids: Grids,
  { event, market, line, selection, since: from, oddsMilli }: LegPrice,
): number => {
  const [, home = '', away = ''] = /^(\d+)-(\d+)$/.exec(from) ?? [];
  const score = from === '' ? undefined : { home: Number(home), away: Number(away) };
  const leg = { market, selection, line: line === '' ? undefined : line, since: score };
  const returns = event && grids.returnsOf(event, leg);
  return returns === undefined ? NaN : 1 - ((returns.won * oddsMilli) / 1000 + returns.returned);
};

describe('the margin that is booked', () => {
  it('of a selection is its expected loss by the model, never more and never below 0', () => {
    fc.assert(
      fc.property(anyPlay, (play) => {
        const grids = new Grids();
        for (const leg of legsOf(pricedMatch(play))) {
          const booked = (keptOf(1, [leg], grids) ?? -1) / 1_000_000;
          const loss = lossOf(grids, leg);
          expect(booked).toBeGreaterThanOrEqual(0);
          expect(booked).toBeLessThanOrEqual(Math.max(0, loss));
          expect(booked).toBeGreaterThan(loss - 0.000_002);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('of several selections is that of them together', () => {
    fc.assert(
      fc.property(fc.array(anyPlay, { minLength: 2, maxLength: 4 }), fc.nat(), (several, pick) => {
        const grids = new Grids();
        const legs = several.flatMap((play) => {
          const all = legsOf(pricedMatch(play));
          const leg = all[pick % all.length];
          return leg === undefined ? [] : [leg];
        });
        const handedOn = legs.reduce((product, leg) => product * (1 - lossOf(grids, leg)), 1);
        const booked = (keptOf(legs.length, legs, grids) ?? -1) / 1_000_000;
        expect(booked).toBeGreaterThanOrEqual(0);
        expect(booked).toBeLessThanOrEqual(Math.max(0, 1 - handedOn) + 1e-12);
      }),
      { numRuns: 8 },
    );
  });

  it('of a price by hand above the fair one is 0, and lessens that of the other legs', () => {
    const grids = new Grids();
    const event = pricedMatch({ homeMean: 1.5, awayMean: 1.1, minute: 0, home: 1, away: 0 });
    const [fair, other] = legsOf(event);
    if (fair === undefined || other === undefined) throw new Error('a match has selections');
    const dear = { ...fair, oddsMilli: fair.oddsMilli + 400 };
    expect(keptOf(1, [dear], grids)).toBe(0);
    const aside = { ...other, event: { ...event, id: 'f' } };
    expect(keptOf(2, [dear, aside], grids)).toBeLessThan(keptOf(1, [aside], grids) ?? 0);
  });

  it('of a short price is far below the margin of its market', () => {
    const grids = new Grids();
    const event = pricedMatch({ homeMean: 3.2, awayMean: 0.4, minute: 0, home: 1, away: 0 });
    const short = legsOf(event).filter(({ oddsMilli }) => oddsMilli < 1_050);
    expect(short.length).toBeGreaterThan(0);
    for (const leg of short) {
      expect(keptOf(1, [leg], grids)).toBeLessThan(keptMicro(leg.marginBp ?? 0) / 2);
    }
  });

  it('of a builder is what its price keeps, and without chances that of the market', () => {
    const grids = new Grids();
    const event = pricedMatch({ homeMean: 1.5, awayMean: 1.1, minute: 0, home: 1, away: 0 });
    const picks = [
      { market: '1x2', line: '', selection: '1' },
      { market: 'over_under', line: '2.5', selection: 'under' },
    ];
    const offer = new Builders({ grids }).offer(event, picks, pricedAt);
    if (offer.state !== 'open') throw new Error('the builder is offered');
    const selection = partsText([
      { market: '1x2', selection: '1' },
      { market: 'over_under', selection: 'under', line: '2.5' },
    ]);
    const builder = { event, market: 'builder', line: '', selection, since: '', oddsMilli: offer.oddsMilli };
    const booked = keptOf(1, [{ ...builder, subsets: offer.subsets }], grids) ?? 0;
    expect(booked / 1_000_000).toBeCloseTo(offer.margin / (1 + offer.margin), 5);
    const [leg] = legsOf(event);
    const unrated = { ...event, id: 'g', means: undefined };
    expect(leg && keptOf(1, [{ ...leg, event: unrated, marginBp: 500 }], grids)).toBe(47_619);
    expect(keptOf(1, [{ ...builder, event: undefined }], grids)).toBeUndefined();
  });
});
