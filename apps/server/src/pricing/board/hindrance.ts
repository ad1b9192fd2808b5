import { marketOf } from '@touchline/football/markets';
import { isInPlay, type BoardEvent, type BoardMarket } from './board.ts';

/** The problems of a leg; the member gets the first of these that any leg has. */
export const hindrances = ['not_found', 'closed', 'suspended', 'price_changed'] as const;
export type Hindrance = (typeof hindrances)[number];

/**
 * Why a selection cannot be bet on now.
 * @param odds its price in thousandths, 0 for none
 * @param started whether the match has kicked off by the clock
 */
export const hindranceOf = (
  event: BoardEvent,
  market: BoardMarket,
  odds: number,
  started: boolean,
): 'closed' | 'suspended' | undefined => {
  if (market.state === 'suspended') return 'suspended';
  if (market.state !== 'open' || odds === 0) return 'closed';
  if (event.state !== 'scheduled' && !isInPlay(event.state)) return 'closed';
  if (!started) return undefined;
  if (!market.inPlay) return 'closed';
  // Past kick-off by the clock, but not by the feed: its prices are of a match that has not begun.
  if (event.state === 'scheduled') return 'suspended';
  return countsGoalsAfter(market) && event.score === undefined ? 'suspended' : undefined;
};

/** Whether legs of the market, struck in play, count the goals after the bet. */
export const countsGoalsAfter = ({ market }: Pick<BoardMarket, 'market'>): boolean =>
  marketOf(market)?.countsFromBet === true;
