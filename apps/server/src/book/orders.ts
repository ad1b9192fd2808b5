import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { Handler } from '../platform/handler.ts';
import type { CashOut } from './cash-out/service.ts';
import type { Placing } from './placing/service.ts';
import type { BetDetails } from './records/detail.ts';
import type { Records } from './records/service.ts';
import { ownerOf, type Owner } from '../platform/owner.ts';

/** The calls of a member's own bets. */
export const orderHandlers = ({
  placing,
  records,
  cashOut,
  betDetails,
  settledReceipts,
}: {
  placing: Placing;
  records: Records;
  cashOut: CashOut;
  betDetails: BetDetails;
  /** Signs the settlements of a bet and its entries in the wallet. */
  settledReceipts: (owner: Owner, betId: string) => Promise<Receipt[]>;
}): { [N in 'orderAdd' | 'orderList' | 'orderDetail' | 'cashOutQuote' | 'cashOut']: Handler<N> } => ({
  cashOutQuote: ({ bet }, { member }) => cashOut.quote(member, bet),
  cashOut: async (input, { member }) => {
    const bet = await cashOut.sell(member, input);
    return { ...bet, receipts: await settledReceipts(ownerOf(member), bet.id) };
  },
  orderAdd: (input, { member }) => placing.place(member, input),
  orderDetail: ({ id }, { member }) => betDetails(ownerOf(member), id),
  orderList: ({ tab = 'all', page = 1, limit = 20 }, { member }) =>
    records.list(ownerOf(member), { tab, page, limit }),
});
