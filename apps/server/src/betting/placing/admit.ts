import type { Currency } from '@touchline/money/currency';
import type { BasisTerms, Board, Grids } from '../../pricing/index.ts';
import type { Builders } from '../builder/builders.ts';
import type { Exposure } from '../exposure/service.ts';
import { judge, type StakeLimits, type Verdict } from './domain.ts';
import type { Order } from './order.ts';
import { beyondMember, reserveFor, type Admission } from './reserve.ts';
import type { Placement } from './statement.ts';
import type { Tickets } from './tickets.ts';

/** The verdict on an order, and the lease under which it may be written. */
type Admitted = { verdict: Verdict; leaseOf: Placement['leaseOf'] };

/**
 * Judges an order by the board and reserves its exposure; a reservation goes to `tickets`. Answers synchronously where memory decides.
 * `roomMinor`: what the member may still win on a match, in minor units, after an attempt was refused for exceeding it.
 */
export type Admit = (
  order: Order,
  at: { now: Date; roomMinor: bigint | undefined; tickets: Pick<Tickets, 'add'> },
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
    grids: Pick<Grids, 'returnsOf' | 'builderFactor'>;
    exposure: Pick<Exposure, 'guard'>;
    limits: StakeLimits;
    terms: Pick<BasisTerms, 'shareBpOf'>;
    currency: Currency;
  }): Admit =>
  (order, { now, roomMinor, tickets }) => {
    let verdict = judge(order, { board, builders, grids, limits, shareBpOf: terms.shareBpOf, currency, now });
    if (roomMinor !== undefined && verdict.refusal === undefined) {
      verdict = beyondMember({ order, struck: verdict }, roomMinor, { limits, currency });
    }
    if (!exposure.guard || verdict.refusal !== undefined) return { verdict, leaseOf: undefined };
    const struck = verdict;
    const admitted = ({ ticket, against }: Admission): Admitted => {
      if (!ticket) return { verdict: against, leaseOf: undefined };
      tickets.add(ticket);
      return { verdict: struck, leaseOf: ticket.leaseOf };
    };
    const found = reserveFor(exposure.guard, { order, struck }, { limits, currency });
    return found instanceof Promise ? found.then(admitted) : admitted(found);
  };
