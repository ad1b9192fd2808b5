import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Guard, Reserved, Ticket } from '../exposure/guard.ts';
import { leastUnit, type Against, type StakeLimits, type Struck } from './domain.ts';
import type { Order } from './order.ts';

/** Room for a bet within the caps, or the refusal with the largest stake that has any. */
export type Admission = { ticket: Ticket; against?: undefined } | { ticket?: undefined; against: Against };

/**
 * Sets room aside for a bet that can be struck. Answers at once whenever memory can tell.
 * @throws Refused `unavailable` when there is no telling in time
 */
export const reserveFor = (
  guard: Guard,
  { order, struck }: { order: Order; struck: Struck },
  { limits, currency }: { limits: StakeLimits; currency: Currency },
): Admission | Promise<Admission> => {
  const admit = ({ ticket, maxMinor }: Reserved): Admission => {
    if (ticket) return { ticket };
    const max = maxMinor < leastUnit(struck.all, limits) ? 0n : maxMinor;
    return { against: { refusal: 'stake_max', detail: { max: formatAmount(max, currency.scale) } } };
  };
  const reserved = guard.reserve({
    ...{ isSingle: order.type === 'single', all: struck.all },
    legs: struck.legs.map(({ event, market, line, selection, since }) => ({
      ...{ event, market: market.market, line, selection, since },
    })),
    stakeMinor: order.unitMinor * BigInt(order.lines),
    potentialMinor: struck.potentialMinor,
  });
  return reserved instanceof Promise ? reserved.then(admit) : admit(reserved);
};
