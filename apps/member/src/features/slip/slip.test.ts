import type { EventDetail, Market } from '@touchline/contract/shapes/football';
import { describe, expect, it } from 'vitest';
import {
  adopts,
  emptySlip,
  emptyTicket,
  isBetting,
  loseReply,
  moveOf,
  offerOf,
  readRefusal,
} from './slip.ts';
import type { SlipSelection } from './selection.ts';

it('an empty slip is no bet', () => {
  expect(isBetting(emptySlip)).toBe(false);
});

it('an open slip is', () => {
  expect(isBetting({ ...emptySlip, open: true })).toBe(true);
});

it('so is a bet whose answer is awaited, also when it was lost', () => {
  const placing = { ...emptyTicket, phase: 'placing' as const };
  const combined = { ...emptySlip.combined, accumulator: placing };
  expect(isBetting({ ...emptySlip, combined })).toBe(true);
  expect(isBetting({ ...emptySlip, combined: { ...combined, accumulator: loseReply(placing) } })).toBe(true);
});

describe('a price move', () => {
  it('is compared by value, not by text', () => {
    expect(moveOf('2.35', '2.40')).toBe(1);
    expect(moveOf('9.60', '10.5')).toBe(1);
    expect(moveOf('2.40', '2.35')).toBe(-1);
    expect(moveOf('2.4', '2.40')).toBe(0);
  });

  it('is none when either side has no price', () => {
    expect(moveOf(null, '2.40')).toBe(0);
    expect(moveOf('2.40', null)).toBe(0);
    expect(moveOf(undefined, undefined)).toBe(0);
  });

  it('is taken without asking only as the member chose', () => {
    expect([adopts('none', '2.00', '2.10'), adopts('none', '2.00', '1.90')]).toEqual([false, false]);
    expect([adopts('better', '2.00', '2.10'), adopts('better', '2.00', '1.90')]).toEqual([true, false]);
    expect([adopts('any', '2.00', '2.10'), adopts('any', '2.00', '1.90')]).toEqual([true, true]);
    expect(adopts('any', '2.00', '2.00')).toBe(false);
  });
});

describe('a refusal', () => {
  it('keeps the bound and the text', () => {
    expect(readRefusal({ reason: 'stake_max', details: { max: '4.00' } }, 'Too much.')).toEqual({
      reason: 'stake_max',
      text: 'Too much.',
      max: '4.00',
      legs: [],
    });
  });

  it('reads the new legs, and passes over what is none', () => {
    const leg = {
      event: 'e1',
      market: 'over_under',
      line: '2.5',
      selection: 'over',
      odds: '1.80',
      state: 'open',
    };
    const legs = [leg, { ...leg, odds: null }, { event: 'e1' }, 'x', null];
    expect(readRefusal({ reason: 'price_changed', details: { legs } }, '').legs).toEqual([
      { event: 'e1', market: 'over_under', line: '2.5', selection: 'over', odds: '1.80', state: 'open' },
      { event: 'e1', market: 'over_under', line: '2.5', selection: 'over', odds: null, state: 'open' },
    ]);
    expect(readRefusal({ reason: 'price_changed', details: { legs: 'x' } }, '').legs).toEqual([]);
  });
});

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
  version: 1,
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
const pick: SlipSelection = {
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
      replay: true,
    });
  });

  it('is closed when the match has no such line or selection any more', () => {
    expect(offerOf(match([total('1.5', '1.30')]), pick)).toMatchObject({ odds: null, state: 'closed' });
    expect(offerOf(match([total('2.5', '1.90')]), { ...pick, selection: 'under' }).state).toBe('closed');
  });

  it('of a handicap is found by the line of its side', () => {
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
