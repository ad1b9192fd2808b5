import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Combined } from '@touchline/money/system';
import type { Guard, Reserved, Reservation } from '../exposure/guard.ts';
import { largestWithin } from '../exposure/slip.ts';
import { leastUnit, type BetRefusal, type StakeLimits, type PricedBet } from './domain.ts';
import type { Order } from './order.ts';

/**
 * Reserves exposure for a bet. Answers at once whenever memory can decide.
 * @returns the reservation, or the refusal with the largest stake that fits
 * @throws Refused `unavailable` when it cannot be decided in time
 */
export const reserveFor = (
  guard: Guard,
  { order, priced }: { order: Order; priced: PricedBet },
  { limits, currency }: { limits: StakeLimits; currency: Currency },
): Reservation | BetRefusal | Promise<Reservation | BetRefusal> => {
  const admit = ({ reservation, maxMinor }: Reserved): Reservation | BetRefusal =>
    reservation ?? atMost(maxMinor, priced.all, { limits, currency });
  const reserved = guard.reserve({
    isSingle: order.type === 'single',
    all: priced.all,
    legs: priced.legs.map(({ event, market, line, selection, since }) => ({
      event,
      market: market.market,
      line,
      selection,
      since,
    })),
    stakeMinor: order.unitMinor * BigInt(order.lines),
    potentialMinor: priced.potentialMinor,
  });
  return reserved instanceof Promise ? reserved.then(admit) : admit(reserved);
};

/** The refusal of a bet that would let its member win more on a match than the cap leaves. */
export const beyondMember = (
  { order, priced }: { order: Order; priced: PricedBet },
  roomMinor: bigint,
  context: { limits: StakeLimits; currency: Currency },
): BetRefusal => {
  const slip = { isSingle: order.type === 'single', all: priced.all };
  const room = {
    win: Number(roomMinor),
    'half-win': Infinity,
    push: Infinity,
    'half-lose': Infinity,
    lose: Infinity,
  };
  return atMost(largestWithin(slip, room) ?? 0n, priced.all, context);
};

const atMost = (
  unitMinor: bigint,
  all: Combined,
  { limits, currency }: { limits: StakeLimits; currency: Currency },
): BetRefusal => {
  const max = unitMinor < leastUnit(all, limits) ? 0n : unitMinor;
  return { refusal: 'stake_max', detail: { max: formatAmount(max, currency.scale) } };
};
