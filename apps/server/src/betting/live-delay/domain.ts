import type { Reason } from '@touchline/contract/reasons';
import type { EventState, MarketState } from '@touchline/contract/shapes/football';
import type { Score } from '@touchline/football/score';
import type { Accept } from '../placing/order.ts';

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
 * How long an order or a sale waits. The delay is one of the match: a replay that is six times as fast waits a sixth of it, so that the
 * match moves as far in the wait at any speed.
 * @param delayMs of the match
 * @param matches those in play that it depends on; without one it does not wait
 * @param replaySpeed minutes of a replayed match in a real minute
 * @returns real milliseconds
 */
export const waitMsOf = (
  delayMs: number,
  matches: readonly { replay: boolean }[],
  replaySpeed: number,
): number =>
  Math.max(0, ...matches.map(({ replay }) => (replay ? Math.ceil(delayMs / replaySpeed) : delayMs)));

/**
 * The price at which a leg is struck when the delay is over: never above the one it was ordered at, nor above the one it has now, so that
 * waiting is worth nothing.
 * @returns undefined when the member does not accept the present one
 */
export const priceAtEnd = (accept: Accept, orderedMilli: number, nowMilli: number): number | undefined => {
  if (nowMilli >= orderedMilli) return orderedMilli;
  return accept === 'any' ? nowMilli : undefined;
};

/**
 * Compares a leg before and after the delay, apart from its price. A goal, a red card, the end of a half, the final whistle or a stop of
 * the market is material.
 * @returns why the order is refused, or undefined
 */
export const materialChange = (seen: MatchSnapshot, since: Since): Reason | undefined => {
  const { now, market, stopped } = since;
  if (market === undefined || market === 'closed' || market === 'settled' || market === 'void')
    return 'closed';
  if (!isPlayable(now.state)) return 'closed';
  if (market === 'suspended' || now.silent) return 'suspended';
  return isSameMatch(seen, now) && !stopped ? undefined : 'price_changed';
};

/** Whether nothing has happened in a match between two looks. */
export const isSameMatch = (seen: MatchSnapshot, now: MatchSnapshot): boolean =>
  now.state === seen.state && sameScore(now.score, seen.score) && sameScore(now.redCards, seen.redCards);

const isPlayable = (state: EventState): boolean =>
  state === 'scheduled' || state === 'live' || state === 'half_time';

const sameScore = (a: Score | null, b: Score | null): boolean => a?.home === b?.home && a?.away === b?.away;
