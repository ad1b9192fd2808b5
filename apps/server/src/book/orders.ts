import type { Handler } from '../platform/handler.ts';
import type { CashOut } from './cash-out/service.ts';
import type { Placing } from './placing/service.ts';
import type { BetDetails } from './records/detail.ts';
import type { Records } from './records/service.ts';
import { ownerOf } from '../platform/owner.ts';

/** The calls of a member's own bets. */
export const orderHandlers = ({
  placing,
  records,
  cashOut,
  betDetails,
}: {
  placing: Placing;
  records: Records;
  cashOut: CashOut;
  betDetails: BetDetails;
}): { [N in 'orderAdd' | 'orderList' | 'orderDetail' | 'cashOutQuote' | 'cashOut']: Handler<N> } => ({
  cashOutQuote: ({ bet }, { member }) => cashOut.quote(member, bet),
  cashOut: (input, { member }) => cashOut.sell(member, input),
  orderAdd: (input, { member }) => placing.place(member, input),
  orderDetail: ({ id }, { member }) => betDetails(ownerOf(member), id),
  orderList: ({ tab = 'all', page = 1, limit = 20 }, { member }) =>
    records.list(ownerOf(member), { tab, page, limit }),
});
