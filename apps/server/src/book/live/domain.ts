import type { Reason } from '@touchline/contract/reasons';
import type { EventState, MarketState } from '@touchline/contract/shapes/football';
import type { Score } from '@touchline/football/score';

/** The match as the member saw it when the order was sent: a change of any field is material. */
export type MatchSnapshot = { state: EventState; score: Score | null; redCards: Score | null };

/** The same leg when the delay is over. */
export type Since = {
  now: MatchSnapshot & { silent: boolean };
  /** State of the leg's market now; undefined when it is gone. */
  market: MarketState | undefined;
  /** Whether the market was suspended at any time in between. */
  stopped: boolean;
};

/**
 * Compares a leg before and after the delay. A price that moved with the clock is not material: the order
 * keeps its price. A goal, a red card, the end of a half, the final whistle or a stop of the market is.
 * @returns why the order is refused, or undefined
 */
export const materialChange = (seen: MatchSnapshot, since: Since): Reason | undefined => {
  const { now, market, stopped } = since;
  if (market === undefined || market === 'closed' || market === 'settled' || market === 'void')
    return 'closed';
  if (!isPlayable(now.state)) return 'closed';
  if (market === 'suspended' || now.silent) return 'suspended';
  const isSame =
    now.state === seen.state && sameScore(now.score, seen.score) && sameScore(now.redCards, seen.redCards);
  return isSame && !stopped ? undefined : 'price_changed';
};

const isPlayable = (state: EventState): boolean =>
  state === 'scheduled' || state === 'live' || state === 'half_time';

const sameScore = (a: Score | null, b: Score | null): boolean => a?.home === b?.home && a?.away === b?.away;
