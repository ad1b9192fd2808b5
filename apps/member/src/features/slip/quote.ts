import { parseAmount } from '@touchline/money/amount';
import { type Factor, fraction, oddsFactor, ZERO } from '@touchline/money/factor';
import { MAX_ODDS_MILLI, parseOdds, rateOfReturn } from '@touchline/money/odds';
import { payout } from '@touchline/money/payout';
import { combinedOddsMilli, lineSizes, systemFactor, systemLines } from '@touchline/money/system';
import { typedMinor } from '../number-pad/keypad.ts';
import { idOf, type SlipTab } from './selection.ts';
import {
  blockOf,
  conflictsOf,
  isAwaiting,
  isClosed,
  isSending,
  type Item,
  oddsNow,
  priceToAnswer,
  type SlipState,
  systemOf,
  tabOf,
  type SlipTicket,
  type TicketId,
} from './slip.ts';

/** Why a stake cannot be placed. */
type StakeProblem = 'empty' | 'under_min' | 'over_max' | 'insufficient';

const MAX = BigInt(MAX_ODDS_MILLI);

/** One leg as it is calculated: decimal odds and the margin of its market in percent, as on the wire. */
type QuotedLeg = { odds: string; margin: string };

/** The figures of a bet on these legs that do not depend on the stake. Percentages are decimal text. */
export type BetFigures = {
  lines: number;
  /** Odds of the whole bet in thousandths, rounded down: of a system, the highest return on the whole stake. */
  oddsMilli: number;
  rateOfReturn: string;
  breakEven: string;
  /** Margin of all legs together; undefined while one is not known. */
  margin: string | undefined;
  /** How many legs, the worst priced, bring the whole stake back; undefined when all of them do not. */
  winsToBreakEven: number | undefined;
  factor: Factor;
};

/** All the slip says about a stake. Amounts in minor units; `stakeMinor` is that of all lines. */
type Quote = {
  unitMinor: bigint;
  stakeMinor: bigint;
  receiveMinor: bigint;
  leftMinor: bigint;
  problem: StakeProblem | undefined;
};

export type Bounds = {
  /** Decimal amounts as on the wire; `max` is the tighter of the site's bound and a counter-offer. */
  available: string;
  min: string;
  max: string;
  scale: number;
};

/**
 * Works out what every k of the legs mean as one bet, exactly; k = number of legs is the single or accumulator, a full cover
 * has all sizes from −k up.
 * @returns undefined when odds are not odds
 */
export function figuresOf(legs: readonly QuotedLeg[], k: number): BetFigures | undefined {
  const milli = legs.map(({ odds }) => parseOdds(odds)).filter((odds) => odds !== undefined);
  if (milli.length !== legs.length || k > legs.length || k === 0) return undefined;
  const factors = milli.map(oddsFactor);
  const count = systemLines(k, legs.length);
  const lines = BigInt(count);
  const factor = systemFactor(k, factors);
  const combined = combinedOddsMilli(k, milli);
  // Twenty long odds multiply beyond any price that can be written.
  const oddsMilli = Number(combined > MAX ? MAX : combined);
  return {
    lines: count,
    oddsMilli,
    rateOfReturn: rateOfReturn(oddsMilli),
    breakEven: percentOf({ num: factor.den * lines, den: factor.num }),
    margin: marginOf(legs, k, lines),
    winsToBreakEven: winsToBreakEven(factors, k, lines),
    factor,
  };
}

/** Works out a stake exactly as the book will: the payout rounded down once, nothing in floating point. */
export function quoteStake(stake: string, { lines, factor }: BetFigures, bounds: Bounds): Quote {
  const unit = typedMinor(stake, bounds.scale) ?? 0n;
  const total = unit * BigInt(lines);
  const available = parseAmount(bounds.available, bounds.scale, { signed: true }) ?? 0n;
  return {
    unitMinor: unit,
    stakeMinor: total,
    receiveMinor: payout(unit, factor),
    leftMinor: available - total,
    problem: problemOf({ unit, total, available }, bounds),
  };
}

function problemOf(
  { unit, total, available }: { unit: bigint; total: bigint; available: bigint },
  bounds: Bounds,
): StakeProblem | undefined {
  const min = parseAmount(bounds.min, bounds.scale);
  const max = parseAmount(bounds.max, bounds.scale);
  if (unit === 0n) return 'empty';
  if (min !== undefined && total < min) return 'under_min';
  if (max !== undefined && total > max) return 'over_max';
  return total > available ? 'insufficient' : undefined;
}

/** A share as percent, rounded half up to two decimals: 5/48 → "10.42". */
function percentOf({ num, den }: Factor): string {
  const hundredths = (20_000n * num + den) / (2n * den);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/**
 * The margin of all legs together: what the house keeps multiplies as the prices do, Π(1 + mᵢ) − 1 for one line,
 * on average over the lines of a system.
 */
function marginOf(legs: readonly QuotedLeg[], k: number, lines: bigint): string | undefined {
  const kept = legs.map(({ margin }) => parseAmount(margin, 4, { signed: true }));
  const factors = kept.filter((margin) => margin !== undefined && margin > -1_000_000n);
  if (factors.length !== legs.length) return undefined;
  const { num, den } = systemFactor(
    k,
    factors.map((margin) => fraction(1_000_000n + (margin ?? 0n), 1_000_000n)),
  );
  const over = num - den * lines;
  const size = percentOf({ num: over < 0n ? -over : over, den: den * lines });
  return over < 0n && size !== '0.00' ? `-${size}` : size;
}

/** The least number of won legs that return the whole stake even when they are the shortest priced ones. */
function winsToBreakEven(factors: readonly Factor[], k: number, lines: bigint): number | undefined {
  const shortest = factors.toSorted((a, b) => Number(a.num * b.den - b.num * a.den));
  const [least = 1] = lineSizes(k, factors.length);
  const counts = Array.from({ length: factors.length - least + 1 }, (_, at) => least + at);
  return counts.find((wins) => {
    const { num, den } = systemFactor(
      k,
      shortest.map((factor, at) => (at < wins ? factor : ZERO)),
    );
    return num >= den * lines;
  });
}

/** The smaller of two amounts of the wire; a text that is no amount does not count. */
export function tighter(a: string, b: string | undefined, scale: number): string {
  const [left, right] = [parseAmount(a, scale), b === undefined ? undefined : parseAmount(b, scale)];
  if (b === undefined || right === undefined) return a;
  return left === undefined || right < left ? b : a;
}

/** One bet that the slip can place, with its figures. */
export type BetView = {
  of: TicketId;
  items: readonly Item[];
  ticket: SlipTicket;
  figures: BetFigures;
  quote: Quote;
  /** The most this bet takes: the site's bound, or a counter-offer below it. */
  max: string;
  isBlocked: boolean;
};

/** What the slip shows and what its one button does. */
export type SlipView = {
  tab: SlipTab;
  bets: readonly BetView[];
  /** Ids of the selections that cannot be combined; empty where each is a bet of its own. */
  conflicts: ReadonlySet<string>;
  total: { stakeMinor: bigint; receiveMinor: bigint; leftMinor: bigint };
  /** Bets that a tap on the button places; empty while something prevents them. */
  ready: readonly TicketId[];
  /** The amount on the button, in minor units: what the ready bets cost, or all bets while none is ready. */
  costMinor: bigint;
  /** Selections that can only be removed. */
  closed: readonly Item[];
  /** Nothing can be bet until what has closed is removed. */
  isClosed: boolean;
  /** Lost replies to ask for again. */
  unheard: readonly TicketId[];
  /** Selections whose price moved and is to be answered. */
  moved: readonly Item[];
  isSending: boolean;
  isEmpty: boolean;
  /** The stakes together are more than the wallet holds. */
  isBeyondWallet: boolean;
};

/** Calculates the slip as shown: one combined bet, or a single on each selection. */
export const viewOf = (state: SlipState, bounds: Bounds): SlipView => {
  const tab = tabOf(state);
  const bets = betsOf(state, tab, bounds);
  const conflicts = tab === 'single' ? new Set<string>() : conflictsOf(state.items);
  const closed = state.items.filter(isClosed);
  const isEnded = tab === 'single' ? closed.length === bets.length : closed.length > 0;
  // A single without a stake is left out, and so is one that has closed; the others count.
  const staked = bets.filter(({ quote, items }) => quote.stakeMinor > 0n && !items.some(isClosed));
  const sum = (of: (quote: Quote) => bigint) => staked.reduce((total, { quote }) => total + of(quote), 0n);
  const stakeMinor = sum((quote) => quote.stakeMinor);
  const left = bets[0] === undefined ? 0n : bets[0].quote.leftMinor + bets[0].quote.stakeMinor - stakeMinor;
  // What cannot be placed together has to be put right first.
  const concerned = conflicts.size > 0 ? [] : tab === 'single' && bets.length > 1 ? staked : bets;
  const open = staked.filter(({ isBlocked }) => !isBlocked);
  const isBeyondWallet = left < 0n;
  const isHindered =
    isBeyondWallet || conflicts.size > 0 || open.some(({ quote }) => quote.problem !== undefined);
  const ready = isHindered ? [] : open;
  return {
    tab,
    bets,
    conflicts,
    closed,
    isClosed: isEnded && bets.length > 0 && !bets.some(({ ticket }) => isAwaiting(ticket)),
    total: { stakeMinor, receiveMinor: sum((quote) => quote.receiveMinor), leftMinor: left },
    ready: ready.map(({ of }) => of),
    costMinor:
      ready.length === 0 ? stakeMinor : ready.reduce((cost, { quote }) => cost + quote.stakeMinor, 0n),
    unheard: bets.filter(({ ticket }) => ticket.phase === 'unheard').map(({ of }) => of),
    moved: concerned
      .flatMap(({ items }) => items)
      .filter((item) => blockOf(item) === undefined && priceToAnswer(item) !== undefined),
    isSending: isSending(state),
    isEmpty: staked.length === 0,
    isBeyondWallet,
  };
};

/**
 * The most that the pad can write as a stake, in minor units: what the wallet holds without the other stakes, within the bet's
 * maximum; of a system the part of one line, and where all singles have the same stake the part of one.
 */
export const mostStake = (state: SlipState, view: SlipView, bet: BetView, bounds: Bounds): bigint => {
  const isSame = view.tab === 'single' && state.same && view.bets.length > 1;
  const own = isSame ? view.total.stakeMinor : bet.quote.stakeMinor;
  const free = view.total.leftMinor + own;
  const sharers = BigInt(isSame ? view.bets.length - view.closed.length : bet.figures.lines);
  const max = parseAmount(bet.max, bounds.scale);
  const each = free / (sharers > 0n ? sharers : 1n);
  const bound = max === undefined ? undefined : isSame ? max : max / sharers;
  const most = bound !== undefined && bound < each ? bound : each;
  return most > 0n ? most : 0n;
};

const betsOf = (state: SlipState, tab: SlipTab, bounds: Bounds): BetView[] => {
  if (tab === 'single') {
    return state.items.flatMap((item) => {
      const of: TicketId = { single: idOf(item.pick) };
      return betOf({ of, items: [item], ticket: item.ticket, k: 1 }, bounds);
    });
  }
  const { items } = state;
  const k = tab === 'system' ? systemOf(state) : items.length;
  return betOf({ of: tab, items, ticket: state.combined[tab], k }, bounds);
};

const betOf = (
  { of, items, ticket, k }: Pick<BetView, 'of' | 'items' | 'ticket'> & { k: number },
  bounds: Bounds,
): BetView[] => {
  const legs = items.map((item) => ({ odds: oddsNow(item), margin: item.offer?.margin ?? '' }));
  const figures = figuresOf(legs, k);
  if (figures === undefined) return [];
  // A refused system names the largest stake of one line; the site's bound is on the whole bet.
  const max = of === 'system' ? bounds.max : tighter(bounds.max, ticket.refused?.max, bounds.scale);
  const isBlocked = items.some((item) => blockOf(item) !== undefined);
  return [
    {
      of,
      items,
      ticket,
      figures,
      quote: quoteStake(ticket.stake, figures, { ...bounds, max }),
      max,
      isBlocked,
    },
  ];
};
