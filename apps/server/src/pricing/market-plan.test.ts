import fc from 'fast-check';
import { marketNames } from '@touchline/football/markets';
import { describe, expect, it } from 'vitest';
import { marketKey, type BoardMarket } from './board/board.ts';
import { modelMarkets, planMarkets as planOf, type MarketWrite, type Situation } from './market-plan.ts';
import { defaultOffer, offerOf } from './board/offer.ts';

const means = { homeMean: 1.6, awayMean: 1.1 };
const situation = (over: Partial<Situation> = {}): Situation => ({
  state: 'scheduled',
  means,
  clockMinute: 0,
  score: { home: 0, away: 0 },
  isSuspended: false,
  ...over,
});
const apply = (
  before: ReadonlyMap<string, BoardMarket>,
  writes: readonly MarketWrite[],
): Map<string, BoardMarket> => {
  const after = new Map(before);
  for (const { why: _, ...write } of writes) {
    const key = marketKey(write.market, write.line);
    const version = (after.get(key)?.version ?? 0) + 1;
    after.set(key, { ...write, eventId: 'e', version, moves: write.oddsMilli.map(() => 0) });
  }
  return after;
};
const planMarkets = (now: Situation, current: ReadonlyMap<string, BoardMarket>, offer = defaultOffer) =>
  planOf(now, current, offer);
const opened = apply(new Map(), planMarkets(situation(), new Map()));
const stateOf = (of: ReadonlyMap<string, BoardMarket>, market: string, line = '') =>
  of.get(marketKey(market, line))?.state;

describe('markets of an event', () => {
  it('open before kick-off, each with its margin', () => {
    expect([...new Set([...opened.values()].map(({ market }) => market))]).toEqual([...marketNames]);
    expect([...opened.values()].every(({ state }) => state === 'open')).toBe(true);
    expect(opened.get('1x2|')?.marginBp).toBeGreaterThan(350);
    expect(opened.get('1x2|')?.marginBp).toBeLessThan(650);
    expect(opened.get('correct_score|')?.marginBp).toBeLessThanOrEqual(1_500);
  });

  it('open with the operator’s margins and spread, and move to them', () => {
    const offer = offerOf('1x2:1000:power,ht_ft:3000');
    const own = apply(new Map(), planMarkets(situation(), new Map(), offer));
    const odds = (of: ReadonlyMap<string, BoardMarket>, market: string) =>
      of.get(marketKey(market, ''))?.oddsMilli ?? [];
    expect(own.get('1x2|')?.marginBp).toBeGreaterThan(850);
    expect(own.get('1x2|')?.marginBp).toBeLessThan(1_150);
    expect(own.get('btts|')).toEqual(opened.get('btts|'));
    expect(Math.max(...odds(own, 'ht_ft'))).toBeLessThan(Math.max(...odds(opened, 'ht_ft')));
    const byRatio = apply(new Map(), planMarkets(situation(), new Map(), offerOf('1x2:1000')));
    expect(odds(byRatio, '1x2')).not.toEqual(odds(own, '1x2'));
    const moved = planMarkets(situation(), opened, offer).map(({ market }) => market);
    // A handicap of half a goal is the winner, and costs the same.
    expect(new Set(moved)).toEqual(new Set(['1x2', 'asian_handicap', 'ht_ft']));
    expect(() => offerOf('1x3:400')).toThrow('no market "1x3"');
  });

  it('have one price for one outcome: that of the first of them, within the bounds of all', () => {
    const oddsOf = (of: ReadonlyMap<string, BoardMarket>, market: string, selection: string, line = '') => {
      const found = of.get(marketKey(market, line));
      return found?.oddsMilli[found.selections.indexOf(selection)];
    };
    const winner = oddsOf(opened, '1x2', '1') ?? 0;
    expect(oddsOf(opened, 'asian_handicap', 'home', '-0.5')).toBe(winner);
    const bounds = [
      { market: 'asian_handicap', line: '-0.5', oddsMilli: [winner - 100, 9_000], sources: ['test', 'test'] },
    ];
    const bounded = apply(new Map(), planMarkets(situation({ bounds }), new Map()));
    expect(oddsOf(bounded, '1x2', '1')).toBe(winner - 100);
    expect(oddsOf(bounded, 'asian_handicap', 'home', '-0.5')).toBe(winner - 100);
    expect(bounded.get('1x2|')?.marginBp).toBeGreaterThan(opened.get('1x2|')?.marginBp ?? 0);
    expect(planMarkets(situation({ bounds }), bounded)).toEqual([]);
    const dear = offerOf('1x2:1000');
    const homeAt = (offer: typeof dear) =>
      oddsOf(apply(new Map(), planMarkets(situation(), new Map(), offer)), 'asian_handicap', 'home', '-0.5');
    expect(homeAt(dear)).toBeLessThan(winner);
    // What is not on offer decides nothing.
    expect(homeAt({ ...dear, '1x2': { ...dear['1x2'], isOff: true } })).toBeGreaterThanOrEqual(winner);
  });

  it('have by the model alone the prices at which they open', () => {
    const models = modelMarkets(situation(), opened, defaultOffer);
    for (const [key, { oddsMilli, marginBp }] of opened) {
      expect(models.get(key)).toMatchObject({ oddsMilli, marginBp });
    }
  });

  it('do not change while nothing happens', () => {
    expect(planMarkets(situation(), opened)).toEqual([]);
  });

  it('continue in play, where no price is longer than before, except those that are not offered in play', () => {
    const live = apply(opened, planMarkets(situation({ state: 'live' }), opened));
    const closed = [...live.values()].filter(({ state }) => state !== 'open').map(({ market }) => market);
    expect(closed).toEqual(['ht_correct_score']);
    for (const [key, { oddsMilli }] of live) {
      for (const [index, odds] of (opened.get(key)?.oddsMilli ?? []).entries()) {
        expect(oddsMilli[index]).toBeLessThanOrEqual(odds);
      }
    }
  });

  it('have the prices of one time at half time, and before kick-off, while no minute passes', () => {
    const half = { clockMinute: 45, ht: { home: 0, away: 0 } } as const;
    const marginOf = (state: 'live' | 'half_time') =>
      apply(opened, planMarkets(situation({ ...half, state }), opened)).get('over_under|1.5')?.marginBp ?? 0;
    expect(marginOf('half_time')).toBeLessThan(marginOf('live'));
  });

  it('cost more on the side that has a player more', () => {
    const live = apply(opened, planMarkets(situation({ state: 'live' }), opened));
    const sentOff = situation({ state: 'live', clockMinute: 20, redCards: { home: 1, away: 0 } });
    const even = apply(live, planMarkets({ ...sentOff, redCards: { home: 0, away: 0 } }, live));
    const [home = 0, , away = 0] = apply(live, planMarkets(sentOff, live)).get('1x2|')?.oddsMilli ?? [];
    const [evenHome = 0, , evenAway = 0] = even.get('1x2|')?.oddsMilli ?? [];
    expect(home).toBeGreaterThan(evenHome);
    expect(away).toBeLessThan(evenAway);
  });

  it('are suspended at a goal and keep their odds, then reopen at new ones', () => {
    const live = apply(opened, planMarkets(situation({ state: 'live' }), opened));
    const goal = { state: 'live', clockMinute: 20, score: { home: 1, away: 0 } } as const;
    const suspended = apply(live, planMarkets(situation({ ...goal, isSuspended: true }), live));
    expect(stateOf(suspended, '1x2')).toBe('suspended');
    expect(suspended.get('1x2|')?.oddsMilli).toEqual(live.get('1x2|')?.oddsMilli);
    expect(planMarkets(situation({ ...goal, isSuspended: true }), suspended)).toEqual([]);
    const writes = planMarkets(situation({ ...goal, clockMinute: 21 }), suspended);
    const reopened = apply(suspended, writes);
    expect(writes.find(({ market }) => market === '1x2')?.why).toBe('reopened');
    expect(reopened.get('1x2|')?.oddsMilli[0]).toBeLessThan(live.get('1x2|')?.oddsMilli[0] ?? 0);
  });

  it('have no price for an impossible score', () => {
    const live = { state: 'live', clockMinute: 30, score: { home: 1, away: 0 } } as const;
    const later = apply(opened, planMarkets(situation(live), opened));
    const { selections = [], oddsMilli = [] } = later.get('correct_score|') ?? {};
    expect(oddsMilli[selections.indexOf('0-0')]).toBe(0);
    expect(oddsMilli[selections.indexOf('1-0')]).toBeGreaterThan(1000);
  });

  it('close when they are decided and never open again', () => {
    const three = {
      state: 'live',
      clockMinute: 50,
      ht: { home: 2, away: 0 },
      score: { home: 3, away: 0 },
    } as const;
    const later = apply(opened, planMarkets(situation(three), opened));
    expect(stateOf(later, 'over_under', '2.5')).toBe('closed');
    expect(later.get('over_under|2.5')?.oddsMilli).toEqual([0, 0]);
    expect(stateOf(apply(later, planMarkets(situation(), later)), 'over_under', '2.5')).toBe('closed');
  });

  it('close whole while their favourite cannot be priced, and open again when it can', () => {
    const lead = (home: number, away: number): Situation =>
      situation({ state: 'live', clockMinute: 70, ht: { home: 2, away: 0 }, score: { home, away } });
    const live = apply(opened, planMarkets(situation({ state: 'live' }), opened));
    const writes = planMarkets(lead(3, 0), live);
    const closed = apply(live, writes);
    expect(writes.find(({ market }) => market === '1x2')).toMatchObject({
      state: 'suspended',
      oneSided: true,
      oddsMilli: [0, 0, 0],
      why: 'one_sided',
    });
    expect(planMarkets(lead(3, 0), closed)).toEqual([]);
    const goal = planMarkets({ ...lead(3, 1), isSuspended: true }, closed);
    expect(goal.find(({ market }) => market === '1x2')).toMatchObject({ state: 'suspended', why: 'goal' });
    const comeback = planMarkets(lead(3, 2), apply(closed, goal));
    const winner = comeback.find(({ market }) => market === '1x2');
    expect(winner).toMatchObject({ state: 'open', why: 'reopened' });
    expect(winner?.oddsMilli.every((odds) => odds > 1000)).toBe(true);
  });

  it('never sell long shots alone, for any course of a match', () => {
    const side = fc.constantFrom<'home' | 'away' | 'none'>('home', 'away', 'none');
    fc.assert(
      fc.property(fc.array(side, { minLength: 18, maxLength: 18 }), (goals) => {
        let markets: ReadonlyMap<string, BoardMarket> = opened;
        const score = { home: 0, away: 0 };
        let ht: { home: number; away: number } | undefined;
        for (const [at, scorer] of goals.entries()) {
          if (scorer !== 'none') score[scorer] += 1;
          const clockMinute = at * 5 + 5;
          const now = situation({ state: 'live', clockMinute, ht, score: { ...score } });
          if (clockMinute === 45) ht = { ...score };
          if (scorer !== 'none')
            markets = apply(markets, planMarkets({ ...now, isSuspended: true }, markets));
          markets = apply(markets, planMarkets(now, markets));
          for (const { market, state, oddsMilli, selections } of markets.values()) {
            if (state !== 'open') continue;
            const priced = oddsMilli.filter((odds) => odds > 0);
            const shares = priced.reduce((sum, odds) => sum + 1000 / odds, 0);
            // What is on sale covers all that can happen: the prices cannot be beaten by taking all of them.
            expect(shares, `${market} of ${selections.join()}: ${oddsMilli.join()}`).toBeGreaterThan(
              market === 'double_chance' ? 1.999 : 0.999,
            );
          }
        }
      }),
      { numRuns: 10 },
    );
  });

  it('of a handicap are suspended while the lead is too long to count from, and then reopen', () => {
    const at = (home: number): Situation =>
      situation({ state: 'live', clockMinute: 40, score: { home, away: 0 } });
    const level = apply(opened, planMarkets(situation({ state: 'live' }), opened));
    const lead = apply(level, planMarkets(at(6), level));
    expect(stateOf(lead, 'asian_handicap', '-0.5')).toBe('suspended');
    expect(stateOf(lead, 'ht_asian_handicap', '-0.5')).toBe('suspended');
    expect(stateOf(lead, 'odd_even')).toBe('open');
    expect(stateOf(apply(lead, planMarkets(at(5), lead)), 'asian_handicap', '-0.5')).toBe('open');
  });

  it('of the first half close at half time, all others at full time', () => {
    const half = { state: 'half_time', clockMinute: 45, ht: { home: 0, away: 0 } } as const;
    const atHalf = apply(opened, planMarkets(situation(half), opened));
    expect(stateOf(atHalf, 'ht_1x2')).toBe('closed');
    expect(stateOf(atHalf, '1x2')).toBe('open');
    const full = { state: 'finished', clockMinute: 95, ht: { home: 0, away: 0 } } as const;
    const atEnd = apply(atHalf, planMarkets(situation(full), atHalf));
    expect([...atEnd.values()].every(({ state }) => state === 'closed')).toBe(true);
  });
});
