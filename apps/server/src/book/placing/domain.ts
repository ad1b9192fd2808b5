import { hash } from 'node:crypto';
import type { Refusal } from '@touchline/contract/envelope';
import type { Reason } from '@touchline/contract/reasons';
import type { Input } from '@touchline/contract/routes';
import { parseAmount, formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { formatOdds, parseOdds } from '@touchline/money/odds';
import { Refused } from '../../platform/refusal.ts';
import type { Board, BoardMarket } from '../board/board.ts';

/** What one bet may be, in minor units of the wallet's currency. */
export type StakeLimits = { minMinor: bigint; maxMinor: bigint; potentialMaxMinor: bigint };

export type Accept = Input<'orderAdd'>['accept'];

/** A single as the member asked for it, read but not yet judged. */
export type Order = {
  key: string;
  requestHash: string;
  stakeMinor: bigint;
  accept: Accept;
  event: string;
  market: string;
  line: string;
  selection: string;
  oddsMilli: number;
};

/** What memory says of an order: the price it would be struck at, or why it is refused with what belongs to that. */
export type Verdict =
  | { oddsMilli: number; refusal?: undefined }
  | { refusal: Reason; detail: Omit<Refusal, 'reason' | 'fields'> };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Reads a request.
 * @throws Refused `validation` for a stake that is no amount of the currency or odds that are none; `bet_type` for
 * anything but a single of one leg; `not_found` for an event id that cannot be one
 */
export const readOrder = (input: Input<'orderAdd'>, currency: Currency): Order => {
  const [leg] = input.legs;
  if (input.type !== 'single' || input.k !== undefined || leg === undefined || input.legs.length !== 1) {
    throw new Refused('bet_type');
  }
  const stakeMinor = parseAmount(input.stake, currency.scale);
  if (stakeMinor === undefined) throw new Refused('validation', { rules: { stake: 'amount' } });
  const oddsMilli = parseOdds(leg.odds);
  if (oddsMilli === undefined) throw new Refused('validation', { rules: { 'legs.0.odds': 'odds' } });
  if (!uuid.test(leg.event)) throw new Refused('not_found');
  const line = leg.line ?? '';
  return {
    key: input.key,
    requestHash: hashOf([input.stake, input.accept, leg.event, leg.market, line, leg.selection, leg.odds]),
    stakeMinor,
    accept: input.accept,
    event: leg.event,
    market: leg.market,
    line,
    selection: leg.selection,
    oddsMilli,
  };
};

const hashOf = (parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'base64url');

/**
 * Judges an order by the process's picture of the book; the placing statement judges it again by the rows themselves.
 * @param now the moment of the order
 */
export const judge = (
  order: Order,
  board: Board,
  limits: StakeLimits,
  currency: Currency,
  now: Date,
): Verdict => {
  const event = board.event(order.event);
  const market = board.market(order.event, order.market, order.line);
  const at = market?.selections.indexOf(order.selection) ?? -1;
  if (!event || !market || at < 0) return { refusal: 'not_found', detail: {} };
  if (market.state === 'suspended') return { refusal: 'suspended', detail: {} };
  const odds = market.oddsMilli[at] ?? 0;
  const started = event.kickOff.getTime() <= now.getTime();
  if (market.state !== 'open' || odds === 0 || (started && !market.inPlay))
    return { refusal: 'closed', detail: {} };
  if (!accepts(order.accept, order.oddsMilli, odds)) {
    return { refusal: 'price_changed', detail: { legs: [legNow(order, market, odds)] } };
  }
  return judgeStake(order.stakeMinor, odds, limits, currency) ?? { oddsMilli: odds };
};

/** Whether a member who saw `seenMilli` takes `nowMilli`: better prices are always passed on, worse ones only to `any`. */
export const accepts = (accept: Accept, seenMilli: number, nowMilli: number): boolean =>
  accept === 'any' || nowMilli === seenMilli || (accept === 'better' && nowMilli > seenMilli);

/** The largest stake of one single at these odds. */
export const largestStake = (oddsMilli: number, limits: StakeLimits): bigint => {
  const byPotential = ((limits.potentialMaxMinor + 1n) * 1000n - 1n) / BigInt(oddsMilli);
  return byPotential < limits.maxMinor ? byPotential : limits.maxMinor;
};

const judgeStake = (
  stakeMinor: bigint,
  oddsMilli: number,
  limits: StakeLimits,
  currency: Currency,
): Verdict | undefined => {
  if (stakeMinor < limits.minMinor) {
    return { refusal: 'stake_min', detail: { min: formatAmount(limits.minMinor, currency.scale) } };
  }
  const max = largestStake(oddsMilli, limits);
  if (stakeMinor <= max) return undefined;
  return { refusal: 'stake_max', detail: { max: formatAmount(max, currency.scale) } };
};

/** A leg as the book has it now, for a member to look at again. */
export const legNow = (order: Order, market: BoardMarket, oddsMilli: number) => ({
  event: order.event,
  market: order.market,
  selection: order.selection,
  ...(order.line === '' ? {} : { line: order.line }),
  odds: formatOdds(oddsMilli),
  state: market.state,
});
