import type { Refusal } from '@touchline/contract/envelope';
import type { Reason } from '@touchline/contract/reasons';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { formatOdds } from '@touchline/money/odds';
import { combine, fullReturn, largestUnit, oddsOf, type Combined } from '@touchline/money/system';
import { theoreticalMicro } from '@touchline/money/theoretical';
import { marketLineOf } from '@touchline/football/leg-line';
import { marketOf } from '@touchline/football/graders';
import { shareOf, type BasisTerms } from '../board/basis-terms.ts';
import { isInPlay, type Board, type BoardEvent, type BoardMarket } from '../board/board.ts';
import type { Accept, Order, OrderLeg } from './order.ts';

/** The limits of one bet, in minor units of the wallet's currency: of its whole stake, and of its return. */
export type StakeLimits = { minMinor: bigint; maxMinor: bigint; potentialMaxMinor: bigint };

/** The part of the board that judging needs. */
type Book = Pick<Board, 'event' | 'market'>;

/** A leg at its price, with the conditions that must still hold when it is written. */
export type StruckLeg = {
  event: BoardEvent;
  market: BoardMarket;
  /** The selected side's own line. */
  line: string;
  selection: string;
  oddsMilli: number;
  /** Whether the match had kicked off. */
  started: boolean;
  /** The score from which the leg counts, "1-0"; '' when it counts the whole match. */
  since: string;
};

/** A bet that can be struck. */
export type Struck = {
  legs: readonly StruckLeg[];
  /** What a unit of its stake returns. */
  all: Combined;
  oddsMilli: bigint;
  potentialMinor: bigint;
  /** The expected margin of its stake, millionths. */
  marginMicro: number;
};

/** The reason to refuse a bet, with its details. */
export type Against = { refusal: Reason; detail: Omit<Refusal, 'reason' | 'fields'> };

export type Verdict = (Struck & { refusal?: undefined }) | Against;

/**
 * Judges an order by the process's picture of the book. The placing statement takes the bet only while the
 * rows agree with that picture; where they do not, the order is judged once more by the newer one.
 * @param now the moment of the order
 */
export const judge = (
  order: Order,
  {
    board,
    limits,
    shareBpOf = whole,
    currency,
    now,
  }: {
    board: Book;
    limits: StakeLimits;
    /** The share of the largest stake by what the prices of a match rest on. */
    shareBpOf?: BasisTerms['shareBpOf'] | undefined;
    currency: Currency;
    now: Date;
  },
): Verdict => {
  const seen = order.legs.map((leg) => judgeLeg(leg, order.accept, board, now));
  const refused = worstOf(seen);
  if (refused !== undefined) return refused;
  const legs = seen.map(({ struck }) => struck).filter((struck) => struck !== undefined);
  const all = combine(
    order.k,
    legs.map(({ oddsMilli }) => oddsMilli),
  );
  return (
    judgeStake(order.unitMinor, all, limitsAt(limits, legs, shareBpOf), currency) ?? {
      legs,
      all,
      oddsMilli: oddsOf(all),
      potentialMinor: fullReturn(order.unitMinor, all),
      marginMicro: theoreticalMicro(
        order.k,
        legs.map(({ market }) => market.marginBp),
      ),
    }
  );
};

/** The largest stake of a bet is that of the match whose prices are relied upon the least. */
const limitsAt = (
  { minMinor, maxMinor, potentialMaxMinor }: StakeLimits,
  legs: readonly StruckLeg[],
  shareBpOf: BasisTerms['shareBpOf'],
): StakeLimits => {
  const shareBp = Math.min(...legs.map(({ event }) => shareBpOf(event.basis)));
  const share = shareOf(maxMinor, shareBp);
  return { minMinor, maxMinor: share < minMinor ? minMinor : share, potentialMaxMinor };
};

const whole: BasisTerms['shareBpOf'] = () => 10_000;

type LegState = {
  leg: OrderLeg;
  market?: BoardMarket;
  odds: number;
  refusal?: Hindrance;
  struck?: StruckLeg;
};

/** The problems of a leg; the member gets the first of these that any leg has. */
const hindrances = ['not_found', 'closed', 'suspended', 'price_changed'] as const;
type Hindrance = (typeof hindrances)[number];

const judgeLeg = (leg: OrderLeg, accept: Accept, board: Book, now: Date): LegState => {
  const event = board.event(leg.event);
  const market = board.market(leg.event, leg.market, marketLineOf(leg.market, leg.selection, leg.line));
  const odds = market?.oddsMilli[market.selections.indexOf(leg.selection)];
  if (!event || !market || odds === undefined) return { leg, odds: 0, refusal: 'not_found' };
  const started = event.kickOff.getTime() <= now.getTime();
  const refusal = hindranceOf(event, market, odds, started);
  if (refusal !== undefined) return { leg, market, odds, refusal };
  const seen: LegState = {
    leg,
    market,
    odds,
    struck: {
      event,
      market,
      line: leg.line,
      selection: leg.selection,
      oddsMilli: odds,
      started,
      since: started ? countedFrom(market, event) : '',
    },
  };
  return accepts(accept, leg.oddsMilli, odds) ? seen : { ...seen, refusal: 'price_changed' };
};

const hindranceOf = (
  event: BoardEvent,
  market: BoardMarket,
  odds: number,
  started: boolean,
): Hindrance | undefined => {
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
const countsGoalsAfter = ({ market }: BoardMarket): boolean => marketOf(market)?.countsFromBet === true;

const countedFrom = (market: BoardMarket, { score }: BoardEvent): string =>
  score !== undefined && countsGoalsAfter(market) ? `${score.home}-${score.away}` : '';

/**
 * Whether a member who saw `seenMilli` accepts `nowMilli`: better prices always, worse ones only with `any`.
 */
export const accepts = (accept: Accept, seenMilli: number, nowMilli: number): boolean =>
  accept === 'any' || nowMilli === seenMilli || (accept === 'better' && nowMilli > seenMilli);

/** A moved price is answered with all present legs, any other problem with its own legs. */
const worstOf = (seen: readonly LegState[]): Against | undefined => {
  const refusal = hindrances.find((hindrance) => seen.some((one) => one.refusal === hindrance));
  if (refusal === undefined) return undefined;
  const about = refusal === 'price_changed' ? seen : seen.filter((one) => one.refusal === refusal);
  return { refusal, detail: { legs: about.map(legNow) } };
};

/** The present leg, for the member to look at again. */
const legNow = ({ leg, market, odds }: LegState) => ({
  event: leg.event,
  market: leg.market,
  selection: leg.selection,
  line: leg.line === '' ? undefined : leg.line,
  odds: odds === 0 ? null : formatOdds(odds),
  state: market?.state ?? 'closed',
});

/** The least stake of one line, in minor units. */
export const leastUnit = ({ lines }: Combined, { minMinor }: StakeLimits): bigint =>
  (minMinor + BigInt(lines) - 1n) / BigInt(lines);

/**
 * The least and the largest stake of one line, in minor units.
 * @returns `max` 0 when no stake fits: the bet would return too much at the smallest
 */
const stakeBounds = (all: Combined, limits: StakeLimits): { min: bigint; max: bigint } => {
  const lines = BigInt(all.lines);
  const min = leastUnit(all, limits);
  const byStake = limits.maxMinor / lines;
  const byReturn = largestUnit(limits.potentialMaxMinor, all);
  const max = byReturn < byStake ? byReturn : byStake;
  return { min, max: max < min ? 0n : max };
};

const judgeStake = (
  unitMinor: bigint,
  all: Combined,
  limits: StakeLimits,
  { scale }: Currency,
): Against | undefined => {
  const { min, max } = stakeBounds(all, limits);
  if (max > 0n && unitMinor < min) return { refusal: 'stake_min', detail: { min: formatAmount(min, scale) } };
  return unitMinor <= max ? undefined : { refusal: 'stake_max', detail: { max: formatAmount(max, scale) } };
};
