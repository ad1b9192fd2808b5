import { Event, Market } from '@touchline/contract/shapes/football';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { marketKey, type BoardEvent, type BoardMarket } from './board.ts';
import { toWireEvent, toWireMarket } from './wire.ts';

const market = (over: Partial<BoardMarket> = {}): BoardMarket => ({
  eventId: 'e',
  market: '1x2',
  line: '',
  state: 'open',
  inPlay: true,
  marginBp: 502,
  version: 3,
  selections: ['1', 'X', '2'],
  oddsMilli: [2350, 0, 4100],
  moves: [1, 0, -1],
  ...over,
});
const team = (id: string) => ({
  id,
  name: id,
  short: id.toUpperCase(),
  flag: 'br',
  colours: ['#000000', '#ffffff'] satisfies [string, string],
});
const event = (markets: BoardMarket[], over: Partial<BoardEvent> = {}): BoardEvent => ({
  id: 'e',
  competition: { id: 'cup', name: 'Cup' },
  stage: 'Final',
  home: team('bra'),
  away: team('mar'),
  neutral: true,
  kickOff: new Date('2026-06-13T22:00:00Z'),
  state: 'scheduled',
  silent: false,
  replay: true,
  version: 1,
  feed: 'test',
  feedRef: '1',
  updatedAt: new Date(0),
  markets: new Map(markets.map((each) => [marketKey(each.market, each.line), each])),
  ...over,
});

describe('a market on the wire', () => {
  it('has the figures of its odds, and none where there is no price', () => {
    const wire = toWireMarket(market());
    expect(wire).toEqual({
      market: '1x2',
      state: 'open',
      margin: '5.02',
      version: 3,
      selections: [
        { selection: '1', odds: '2.35', rateOfReturn: '135', breakEven: '42.55', move: 1 },
        { selection: 'X', odds: null, rateOfReturn: null, breakEven: null, move: 0 },
        { selection: '2', odds: '4.10', rateOfReturn: '310', breakEven: '24.39', move: -1 },
      ],
    });
    expect(Value.Check(Market, wire)).toBe(true);
  });

  it('has a line when the market has lines', () => {
    expect(toWireMarket(market({ market: 'over_under', line: '2.5' })).line).toBe('2.5');
    expect(toWireMarket(market()).line).toBeUndefined();
  });
});

describe('an event on the wire', () => {
  it('is of the contract, with its main market and how many can be bet on', () => {
    const closed = market({ market: 'ht_1x2', state: 'closed' });
    const wire = toWireEvent(
      event([market(), closed, market({ market: 'over_under', line: '2.5', state: 'suspended' })]),
    );
    expect(Value.Check(Event, wire)).toBe(true);
    expect(wire).toMatchObject({
      competition: { id: 'cup', name: 'Cup', stage: 'Final' },
      live: false,
      marketCount: 2,
      score: {},
      kickOff: '2026-06-13T22:00:00.000Z',
      main: { market: '1x2' },
    });
  });

  it('shows clock and scores while it is played', () => {
    const score = { home: 2, away: 1 };
    const ht = { home: 1, away: 1 };
    expect(toWireEvent(event([], { state: 'live', minute: '90+2', score, ht }))).toMatchObject({
      live: true,
      minute: '90+2',
      score: { ft: score, ht },
    });
  });
});
