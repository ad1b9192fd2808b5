import type { Currency } from '@touchline/money/currency';
import type { BasisTerms, Board, Grids } from '../../pricing/index.ts';
import type { Builders } from '../builder/builders.ts';
import type { Reservation } from '../exposure/guard.ts';
import type { Exposure } from '../exposure/service.ts';
import { judge, type BetRefusal, type BetVerdict, type OrderView, type StakeLimits } from './domain.ts';
import type { Order } from './order.ts';
import { beyondMember, reserveFor } from './reserve.ts';
import type { BetRequest } from './statement.ts';
import type { Reservations } from './reservations.ts';

/** The verdict on an order, and the lease under which it may be written. */
type Admitted = { verdict: BetVerdict; leaseOf: BetRequest['leaseOf'] };

/** Judges an order by the board and reserves its exposure. Answers synchronously where memory decides. */
export type Admit = (
  order: Order,
  view: OrderView,
  reservations: Pick<Reservations, 'add'>,
) => Admitted | Promise<Admitted>;

/** Makes the judgement of orders. @param limits of stakes and potential returns, in minor units */
export const createAdmit =
  ({
    board,
    builders,
    grids,
    exposure,
    limits,
    terms,
    currency,
  }: {
    board: Board;
    builders: Builders;
    grids: Grids;
    exposure: Exposure;
    limits: StakeLimits;
    terms: Pick<BasisTerms, 'shareBpOf'>;
    currency: Currency;
  }): Admit =>
  (order, { now, roomMinor }, reservations) => {
    let verdict = judge(order, { board, builders, grids, limits, shareBpOf: terms.shareBpOf, currency, now });
    if (roomMinor !== undefined && verdict.refusal === undefined) {
      verdict = beyondMember({ order, priced: verdict }, roomMinor, { limits, currency });
    }
    if (!exposure.guard || verdict.refusal !== undefined) return { verdict, leaseOf: undefined };
    const priced = verdict;
    const admitted = (found: Reservation | BetRefusal): Admitted => {
      if ('refusal' in found) return { verdict: found, leaseOf: undefined };
      reservations.add(found);
      return { verdict: priced, leaseOf: found.leaseOf };
    };
    const found = reserveFor(exposure.guard, { order, priced }, { limits, currency });
    return found instanceof Promise ? found.then(admitted) : admitted(found);
  };
