import type { Refusal } from '@touchline/contract/envelope';
import type { Reason } from '@touchline/contract/reasons';
import { ALL_PARTS } from '@touchline/football/builder-parts';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { formatOdds } from '@touchline/money/odds';
import { combine, fullReturn, largestUnit, oddsOf, type Combined } from '@touchline/money/system';
import { marketLineOf } from '@touchline/football/leg-line';
import {
  type BasisTerms,
  type Board,
  type BoardEvent,
  type BoardMarket,
  countsGoalsAfter,
  type Grids,
  type Hindrance,
  hindranceOf,
  hindrances,
  shareOf,
} from '../../pricing/index.ts';
import type { BuilderOffer, Builders, OfferedPart } from '../builder/builders.ts';
import { countsFromBet } from '../builder/stored-parts.ts';
import { keptOf } from './kept.ts';
import type { Accept, Order, OrderLeg } from './order.ts';

/** The limits of one bet, in minor units of the wallet's currency: of its whole stake, and of its return. */
export type StakeLimits = { minMinor: bigint; maxMinor: bigint; potentialMaxMinor: bigint };

/** The part of the board that judging needs. */
type Book = Pick<Board, 'event' | 'market'>;

/** A leg at its price, with the conditions that must still hold when it is written. */
export type PricedLeg = {
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
  /** What a builder is made of. */
  builder?: PricedBuilder;
};

/** The parts of a builder in the order of its prices, and what each set of them costs, in thousandths by bit mask. */
export type PricedBuilder = {
  parts: readonly { market: BoardMarket; selection: string; oddsMilli: number; since: string }[];
  subsets: readonly number[];
};

/** A bet at its prices, which may be placed. */
export type PricedBet = {
  legs: readonly PricedLeg[];
  /** What a unit of its stake returns. */
  all: Combined;
  oddsMilli: bigint;
  potentialMinor: bigint;
  /** The expected margin of its stake, millionths. */
  marginMicro: number;
};

/** The reason to refuse a bet, with its details. */
export type BetRefusal = { refusal: Reason; detail: Omit<Refusal, 'reason' | 'fields'> };

/** What an order is judged by besides the board. */
export type OrderView = {
  now: Date;
  /** What the member may still win on a match, in minor units, after an attempt was refused for exceeding it. */
  roomMinor: bigint | undefined;
};

export type BetVerdict = (PricedBet & { refusal?: undefined }) | BetRefusal;

/**
 * Judges an order by the process's picture of the book. The placing statement takes the bet only while the
 * rows agree with that picture; where they do not, the order is judged again by the newer one.
 * @param now the time of the order
 */
export const judge = (
  order: Order,
  {
    board,
    builders,
    grids,
    limits,
    shareBpOf = whole,
    currency,
    now,
  }: {
    board: Book;
    builders: Builders;
    /** The chances behind the prices. */
    grids: Grids;
    limits: StakeLimits;
    /** The share of the largest stake by what the prices of a match rest on. */
    shareBpOf?: BasisTerms['shareBpOf'] | undefined;
    currency: Currency;
    now: Date;
  },
): BetVerdict => {
  const seen = order.legs.map((leg) =>
    leg.parts === undefined
      ? judgeLeg(leg, order.accept, board, now)
      : judgeBuilder({ ...leg, parts: leg.parts }, order.accept, { board, builders, now }),
  );
  const refused = worstOf(seen);
  if (refused !== undefined) return refused;
  const legs = seen.map(({ priced }) => priced).filter((priced) => priced !== undefined);
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
      marginMicro: keptOf(order.k, legs.map(pricedLeg), grids) ?? 0,
    }
  );
};

const pricedLeg = ({ event, market, line, selection, since, oddsMilli, builder }: PricedLeg) => ({
  event,
  market: market.market,
  line,
  selection,
  since,
  oddsMilli,
  subsets: builder?.subsets,
  marginBp: market.marginBp,
});

/** The largest stake of a bet is the lowest limit of its matches. */
const limitsAt = (
  { minMinor, maxMinor, potentialMaxMinor }: StakeLimits,
  legs: readonly PricedLeg[],
  shareBpOf: BasisTerms['shareBpOf'],
): StakeLimits => {
  const shareBp = Math.min(...legs.map(({ event }) => shareBpOf(event.basis)));
  const share = shareOf(maxMinor, shareBp);
  return { minMinor, maxMinor: share < minMinor ? minMinor : share, potentialMaxMinor };
};

const whole: BasisTerms['shareBpOf'] = () => 10_000;

type LegState = {
  leg: OrderLeg;
  market?: Pick<BoardMarket, 'state'>;
  odds: number;
  refusal?: Hindrance | BuilderRefusal;
  priced?: PricedLeg;
  /** The parts of a builder as they are offered, and those its refusal is about. */
  parts?: readonly OfferedPart[];
  about?: readonly number[];
};

type BuilderRefusal = 'builder_impossible' | 'builder_redundant' | 'builder_apart';
const refusals = [
  ...hindrances.slice(0, 3),
  'builder_apart',
  'builder_impossible',
  'builder_redundant',
  'price_changed',
] as const;

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
    priced: {
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

/** Judges a builder: all its parts must be on sale, and its price is that of the score grid. */
const judgeBuilder = (
  leg: OrderLeg & Required<Pick<OrderLeg, 'parts'>>,
  accept: Accept,
  { board, builders, now }: { board: Book; builders: Builders; now: Date },
): LegState => {
  const event = board.event(leg.event);
  if (!event) return { leg, odds: 0, refusal: 'not_found' };
  const offer = builders.offer(event, leg.parts, now);
  const { parts } = offer;
  if (offer.state !== 'open') return { leg, odds: 0, parts, ...refusalOf(offer) };
  const started = event.kickOff.getTime() <= now.getTime();
  const score = started && event.score ? `${event.score.home}-${event.score.away}` : '';
  const sinceOf = (market: string): string => (countsFromBet(market) ? score : '');
  const market: BoardMarket = {
    eventId: event.id,
    market: leg.market,
    line: '',
    state: 'open',
    inPlay: parts.every(({ on }) => on?.inPlay === true),
    marginBp: Math.round(offer.margin * 10_000),
    version: 0,
    selections: [leg.selection],
    oddsMilli: [offer.oddsMilli],
    moves: [0],
  };
  const seen: LegState = {
    leg,
    market,
    odds: offer.oddsMilli,
    parts,
    priced: {
      event,
      market,
      line: '',
      selection: leg.selection,
      oddsMilli: offer.oddsMilli,
      started,
      since: parts.some((part) => countsFromBet(part.market)) ? score : '',
      builder: {
        subsets: offer.subsets,
        parts: parts.flatMap(({ on, selection, oddsMilli }) =>
          on ? [{ market: on, selection, oddsMilli, since: sinceOf(on.market) }] : [],
        ),
      },
    },
  };
  return accepts(accept, leg.oddsMilli, offer.oddsMilli) ? seen : { ...seen, refusal: 'price_changed' };
};

const refusalOf = (
  offer: Exclude<BuilderOffer, { state: 'open' }>,
): Pick<LegState, 'refusal' | 'market' | 'about'> => {
  switch (offer.state) {
    case 'impossible':
      return { refusal: 'builder_impossible', market: { state: 'open' } };
    case 'redundant':
      return { refusal: 'builder_redundant', market: { state: 'open' }, about: offer.redundant };
    case 'apart':
      return {
        refusal: 'builder_apart',
        market: { state: 'open' },
        about: offer.parts.flatMap(({ isApart }, i) => (isApart ? [i] : [])),
      };
    case 'suspended':
      return { refusal: 'suspended', market: { state: 'suspended' } };
    case 'closed':
    case 'not_found':
      return { refusal: offer.state };
    default:
      return offer satisfies never;
  }
};

const countedFrom = (market: BoardMarket, { score }: BoardEvent): string =>
  score !== undefined && countsGoalsAfter(market) ? `${score.home}-${score.away}` : '';

/**
 * Whether a member who saw `seenMilli` accepts `nowMilli`: better prices always, worse ones only with `any`.
 */
export const accepts = (accept: Accept, seenMilli: number, nowMilli: number): boolean =>
  accept === 'any' || nowMilli === seenMilli || (accept === 'better' && nowMilli > seenMilli);

/** A moved price is answered with all present legs, any other problem with its own legs. */
const worstOf = (seen: readonly LegState[]): BetRefusal | undefined => {
  const refusal = refusals.find((each) => seen.some((one) => one.refusal === each));
  if (refusal === undefined) return undefined;
  const about = refusal === 'price_changed' ? seen : seen.filter((one) => one.refusal === refusal);
  const parts = about.find((one) => one.about !== undefined)?.about;
  return { refusal, detail: { legs: about.map(legNow), ...(parts && { parts: [...parts] }) } };
};

/** The present leg, for the member to look at again. */
const legNow = ({ leg, market, odds, parts }: LegState) => ({
  event: leg.event,
  market: leg.market,
  selection: leg.parts ? ALL_PARTS : leg.selection,
  line: leg.line === '' ? undefined : leg.line,
  odds: odds === 0 ? null : formatOdds(odds),
  state: market?.state ?? 'closed',
  ...(leg.parts && { parts: (parts ?? []).map(partNow) }),
});

const partNow = ({ market, line, selection, oddsMilli, on }: OfferedPart) => ({
  market,
  selection,
  line: line === '' ? undefined : line,
  odds: oddsMilli === 0 ? null : formatOdds(oddsMilli),
  state: on?.state ?? 'closed',
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
): BetRefusal | undefined => {
  const { min, max } = stakeBounds(all, limits);
  if (max > 0n && unitMinor < min) return { refusal: 'stake_min', detail: { min: formatAmount(min, scale) } };
  return unitMinor <= max ? undefined : { refusal: 'stake_max', detail: { max: formatAmount(max, scale) } };
};
