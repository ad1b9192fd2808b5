import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Combined } from '@touchline/money/system';
import type { Guard, Reserved, Ticket } from '../exposure/guard.ts';
import { largestWithin } from '../exposure/slip.ts';
import { leastUnit, type Against, type StakeLimits, type Struck } from './domain.ts';
import type { Order } from './order.ts';

/** Reserved exposure for a bet within the caps, or the refusal with the largest stake that fits. */
export type Admission = { ticket: Ticket; against?: undefined } | { ticket?: undefined; against: Against };

/**
 * Reserves exposure for a bet that can be struck. Answers at once whenever memory can decide.
 * @throws Refused `unavailable` when it cannot be decided in time
 */
export const reserveFor = (
  guard: Guard,
  { order, struck }: { order: Order; struck: Struck },
  { limits, currency }: { limits: StakeLimits; currency: Currency },
): Admission | Promise<Admission> => {
  const admit = ({ ticket, maxMinor }: Reserved): Admission =>
    ticket ? { ticket } : { against: atMost(maxMinor, struck.all, { limits, currency }) };
  const reserved = guard.reserve({
    isSingle: order.type === 'single',
    all: struck.all,
    legs: struck.legs.map(({ event, market, line, selection, since }) => ({
      event,
      market: market.market,
      line,
      selection,
      since,
    })),
    stakeMinor: order.unitMinor * BigInt(order.lines),
    potentialMinor: struck.potentialMinor,
  });
  return reserved instanceof Promise ? reserved.then(admit) : admit(reserved);
};

/** The refusal of a bet that would let its member win more on a match than the cap leaves. */
export const beyondMember = (
  { order, struck }: { order: Order; struck: Struck },
  roomMinor: bigint,
  context: { limits: StakeLimits; currency: Currency },
): Against => {
  const slip = { isSingle: order.type === 'single', all: struck.all };
  const room = {
    win: Number(roomMinor),
    'half-win': Infinity,
    push: Infinity,
    'half-lose': Infinity,
    lose: Infinity,
  };
  return atMost(largestWithin(slip, room) ?? 0n, struck.all, context);
};

const atMost = (
  unitMinor: bigint,
  all: Combined,
  { limits, currency }: { limits: StakeLimits; currency: Currency },
): Against => {
  const max = unitMinor < leastUnit(all, limits) ? 0n : unitMinor;
  return { refusal: 'stake_max', detail: { max: formatAmount(max, currency.scale) } };
};
