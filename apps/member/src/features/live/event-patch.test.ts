import { describe, expect, it } from 'vitest';
import type { Event, EventDetail, Market } from '@touchline/contract/shapes/football';
import type { Home } from '@touchline/contract/shapes/site';
import {
  newestPrices,
  patchEvent,
  patchHome,
  patchHomePrices,
  patchMain,
  patchMarkets,
} from './event-patch.ts';
import { patchDetail } from './live-cache.ts';

const team = (id: string) => ({
  id,
  name: id,
  short: id,
  colours: ['#000', '#fff'] satisfies [string, string],
});
const kickOff = '2026-06-13T18:30:00.000Z';
const now = '2026-06-13T18:40:00.000Z';

const market = (over: Partial<Market> = {}): Market => ({
  market: '1x2',
  state: 'open',
  margin: '5.00',
  version: 1,
  selections: [{ selection: '1', odds: '1.72', rateOfReturn: '72', breakEven: '58.14', move: 0 }],
  ...over,
});
const event = (id: string, over: Partial<Event> = {}): Event => ({
  id,
  version: 1,
  competition: { id: 'c', name: 'World Cup' },
  home: team('BRA'),
  away: team('MAR'),
  kickOff,
  state: 'scheduled',
  replay: true,
  marketCount: 5,
  main: market(),
  live: false,
  ...over,
});
const detail = (over: Partial<EventDetail> = {}): EventDetail => ({
  ...event('e1'),
  markets: [market()],
  ...over,
});
const ids = (list: Event[]) => list.map(({ id }) => id);
const goal = { id: 'e1', version: 2, state: 'live', minute: '12', live: true, kickOff } as const;

const home: Home = {
  banners: [],
  notices: [],
  live: [event('e0', { state: 'live', live: true })],
  next: [event('e1'), event('e2')],
  checkIn: { today: false, streak: 0, open: true },
  betNews: 0,
  openBets: 0,
  unread: 0,
  activities: 0,
};

describe('an event message', () => {
  it('moves clock, score and state, and leaves the rest', () => {
    const next = patchEvent(event('e1'), { ...goal, score: { ft: { home: 1, away: 0 } } });
    expect(next).toMatchObject({
      state: 'live',
      minute: '12',
      score: { ft: { home: 1, away: 0 } },
      marketCount: 5,
    });
  });

  it('takes the minute away when it carries none', () => {
    const next = patchEvent(event('e1', { minute: '90', state: 'live' }), {
      id: 'e1',
      version: 2,
      state: 'finished',
      live: false,
      kickOff,
    });
    expect('minute' in next).toBe(false);
  });

  it('changes nothing when it is older than what is shown', () => {
    const shown = detail({ version: 3, state: 'live', live: true, score: { ft: { home: 2, away: 0 } } });
    const older = { ...goal, score: { ft: { home: 1, away: 0 } } };
    expect(patchEvent(shown, older)).toBe(shown);
    expect(patchDetail(shown, older, now)).toBe(shown);
    expect(patchEvent(shown, { ...older, version: 3 })).toMatchObject({
      score: { ft: { home: 1, away: 0 } },
    });
  });

  it('leaves another match untouched', () => {
    const other = event('e2');
    expect(patchEvent(other, goal)).toBe(other);
  });

  it('writes goals and turns of the match into the history', () => {
    const started = patchDetail(detail(), goal, now);
    expect(started.history).toEqual([{ kind: 'kick_off', at: now, score: { home: 0, away: 0 } }]);
    const scored = patchDetail(started, { ...goal, minute: '17', score: { ft: { home: 0, away: 1 } } }, now);
    expect(scored.history?.at(-1)).toEqual({
      kind: 'goal',
      minute: '17',
      at: now,
      side: 'away',
      score: { home: 0, away: 1 },
    });
    const same = patchDetail(scored, { ...goal, minute: '18', score: { ft: { home: 0, away: 1 } } }, now);
    expect(same.history).toBe(scored.history);
  });

  it('writes what the history of the answer has already no second time', () => {
    const score = { home: 0, away: 1 };
    const ahead = detail({
      history: [
        { kind: 'kick_off', at: now, score: { home: 0, away: 0 } },
        { kind: 'goal', minute: '17', at: now, side: 'away', score },
      ],
    });
    const after = patchDetail(ahead, { ...goal, minute: '17', score: { ft: score } }, now);
    expect(after).toMatchObject({ state: 'live', score: { ft: score } });
    expect(after.history).toBe(ahead.history);
    const second = { ft: { home: 1, away: 1 } };
    const later = patchDetail(ahead, { ...goal, minute: '19', score: second }, now);
    expect(later.history?.slice(2)).toEqual([
      { kind: 'goal', minute: '19', at: now, side: 'home', score: second.ft },
    ]);
  });
});

describe('the home page', () => {
  it('moves a match that kicks off from next to live', () => {
    const next = patchHome(home, goal);
    expect(ids(next.live)).toEqual(['e0', 'e1']);
    expect(ids(next.next)).toEqual(['e2']);
  });

  it('lets a finished match go', () => {
    const next = patchHome(home, { id: 'e0', version: 2, state: 'finished', live: false, kickOff });
    expect(ids(next.live)).toEqual([]);
  });

  it('is the same when the match is not on it', () => {
    expect(patchHome(home, { ...goal, id: 'e9' })).toBe(home);
  });
});

describe('a price message', () => {
  const fresh = market({ version: 2, state: 'suspended' });

  it('replaces the market it names by market and line', () => {
    const totals = market({ market: 'over_under', line: '2.5' });
    const next = patchMarkets(detail({ markets: [market(), totals] }), {
      event: 'e1',
      markets: [fresh, market({ market: 'over_under', line: '3.5', version: 2 })],
    });
    expect(next.markets.map(({ market, line, version }) => [market, line, version])).toEqual([
      ['1x2', undefined, 2],
      ['over_under', '2.5', 1],
      ['over_under', '3.5', 2],
    ]);
    expect(next.main?.version).toBe(2);
  });

  it('never goes back to an older version', () => {
    const old = detail({ markets: [market({ version: 3 })], main: market({ version: 3 }) });
    const next = patchMarkets(old, { event: 'e1', markets: [fresh] });
    expect(next.markets[0]?.version).toBe(3);
    expect(next.main?.version).toBe(3);
  });

  it('moves the main market of a card', () => {
    expect(patchMain(event('e1'), { event: 'e1', markets: [fresh] }).main).toBe(fresh);
    const other = event('e2');
    expect(patchMain(other, { event: 'e1', markets: [fresh] })).toBe(other);
  });
});

describe('prices of several messages', () => {
  it('are those of the newest version of each market, match by match', () => {
    const goals = (version: number) => market({ market: 'over_under', line: '2.5', version });
    const newest = newestPrices([
      { event: 'e1', markets: [market({ version: 3 }), goals(1)] },
      { event: 'e2', markets: [market({ version: 7 })] },
      { event: 'e1', markets: [market({ version: 2 }), goals(2)] },
    ]);
    expect([...newest.keys()]).toEqual(['e1', 'e2']);
    expect(newest.get('e1')?.markets).toEqual([market({ version: 3 }), goals(2)]);
    expect(newest.get('e2')?.markets).toEqual([market({ version: 7 })]);
  });

  it('leave a home page as it is whose matches they are not about', () => {
    expect(patchHomePrices(home, (one) => one)).toBe(home);
    const [next] = home.next;
    const moved = patchHomePrices(home, (one) => (one === next ? { ...one, marketCount: 9 } : one));
    expect(moved.live).toBe(home.live);
    expect(moved.next[0]).toEqual({ ...next, marketCount: 9 });
  });
});
