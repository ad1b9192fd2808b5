import { describe, expect, it } from 'vitest';
import type { EventDetail, Market } from '@touchline/contract/shapes/football';
import { offerOf } from './offer.ts';
import type { Pick } from './pick.ts';

const team = (id: string) => ({
  id,
  name: id,
  short: id,
  colours: ['#000', '#fff'] satisfies [string, string],
});
const kickOff = '2026-06-13T18:30:00.000Z';
const total = (line: string, odds: string | null, state: Market['state'] = 'open'): Market => ({
  market: 'over_under',
  line,
  state,
  margin: '4.00',
  version: 1,
  selections: [{ selection: 'over', odds, rateOfReturn: null, breakEven: null, move: 0 }],
});
const match = (markets: Market[]): EventDetail => ({
  id: 'e1',
  competition: { id: 'c', name: 'World Cup' },
  home: team('BRA'),
  away: team('MAR'),
  kickOff,
  state: 'scheduled',
  replay: true,
  marketCount: markets.length,
  live: false,
  markets,
});
const pick: Pick = {
  event: 'e1',
  home: team('BRA'),
  away: team('MAR'),
  kickOff,
  market: 'over_under',
  line: '2.5',
  selection: 'over',
};

describe('the offer for a pick', () => {
  it('is that of its market and line', () => {
    const markets = [total('1.5', '1.30'), total('2.5', '1.90', 'suspended')];
    expect(offerOf(match(markets), pick)).toEqual({
      odds: '1.90',
      state: 'suspended',
      margin: '4.00',
      inPlay: false,
    });
  });

  it('is closed when the match has no such line or selection any more', () => {
    expect(offerOf(match([total('1.5', '1.30')]), pick)).toMatchObject({ odds: null, state: 'closed' });
    expect(offerOf(match([total('2.5', '1.90')]), { ...pick, selection: 'under' }).state).toBe('closed');
  });

  it('of a handicap is found by the line of its own side', () => {
    const handicap: Market = {
      ...total('-0.75', null),
      market: 'asian_handicap',
      selections: ['home', 'away'].map((selection, at) => ({
        selection,
        odds: at === 0 ? '2.05' : '1.80',
        rateOfReturn: null,
        breakEven: null,
        move: 0,
      })),
    };
    const away = { event: 'e1', market: 'asian_handicap', selection: 'away', line: '0.75' };
    expect(offerOf(match([handicap]), away)).toMatchObject({ odds: '1.80', state: 'open' });
    expect(offerOf(match([handicap]), { ...away, line: '-0.75' }).state).toBe('closed');
  });

  it('says whether the match is being played', () => {
    const live: EventDetail = { ...match([total('2.5', '1.90')]), state: 'half_time' };
    expect(offerOf(live, pick).inPlay).toBe(true);
  });
});
