import fc from 'fast-check';
import { marketKey, type BoardEvent, type BoardMarket } from '../pricing/board/board.ts';
import { defaultOffer } from '../pricing/board/offer.ts';
import { planMarkets, type Situation } from '../pricing/market-plan.ts';

/** When such matches are looked at: minute 0 is before their kick-off. */
export const pricedAt = new Date('2026-06-13T20:00:00Z');

export type Play = { homeMean: number; awayMean: number; minute: number; home: number; away: number };

export const anyPlay: fc.Arbitrary<Play> = fc.record({
  homeMean: fc.double({ min: 0.4, max: 3.2, noNaN: true }),
  awayMean: fc.double({ min: 0.4, max: 3.2, noNaN: true }),
  minute: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 44 }), fc.integer({ min: 46, max: 92 })),
  home: fc.integer({ min: 1, max: 2 }),
  away: fc.nat(2),
});

const team = (id: string): BoardEvent['home'] => ({
  id,
  name: id,
  short: id,
  colours: ['#000000', '#ffffff'],
});

/**
 * A match as the board has it, with the prices of the model: its markets opened before kick-off.
 * @param bounds bookmaker prices that bound them
 */
export const pricedMatch = (
  { homeMean, awayMean, minute, home, away }: Play,
  bounds?: Situation['bounds'],
): BoardEvent => {
  const means = { homeMean, awayMean };
  const isLive = minute > 0;
  const score = isLive ? { home, away } : { home: 0, away: 0 };
  const ht = minute > 45 ? { home: Math.min(home, 1), away: 0 } : undefined;
  const state = isLive ? 'live' : 'scheduled';
  const before: Situation = {
    state: 'scheduled',
    means,
    clockMinute: 0,
    score: { home: 0, away: 0 },
    isSuspended: false,
    bounds,
  };
  const opened = withPlan(new Map(), before);
  return {
    id: 'e',
    competition: { id: 'cup', name: 'Cup' },
    home: team('one'),
    away: team('two'),
    neutral: false,
    kickOff: new Date(pricedAt.getTime() + (isLive ? -60_000 : 60_000)),
    state,
    ...(isLive && { minute: String(minute), score, ht }),
    replay: false,
    silent: false,
    version: 1,
    feed: 'test',
    feedRef: 'e',
    means,
    updatedAt: pricedAt,
    markets: isLive
      ? withPlan(opened, { ...before, state, clockMinute: minute, score, ht, bounds: undefined })
      : opened,
  };
};

/** Markets after the changes that a situation brings, as the board has them. */
const withPlan = (
  before: ReadonlyMap<string, BoardMarket>,
  situation: Situation,
): ReadonlyMap<string, BoardMarket> => {
  const after = new Map(before);
  for (const { why: _why, ...market } of planMarkets(situation, before, defaultOffer)) {
    const key = marketKey(market.market, market.line);
    after.set(key, {
      ...market,
      ...(market.oneSided === true && { state: 'closed' as const, fed: 'suspended' as const }),
      eventId: 'e',
      version: (before.get(key)?.version ?? 0) + 1,
      moves: market.oddsMilli.map(() => 0),
    });
  }
  return after;
};
