import type { Input } from '@touchline/contract/routes';
import type { BuilderMarks, BuilderQuote } from '@touchline/contract/shapes/builder';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { Handler } from '../core/handler.ts';
import type { CashOutRules } from './cash-out/rules.ts';
import type { CashOut } from './cash-out/service.ts';
import type { Editing } from './editing/service.ts';
import { Refused } from '../core/refusal.ts';
import type { RefusalCounts } from './placing/refusal-counts.ts';
import type { Placing } from './placing/service.ts';
import type { BetDetails } from './bets/detail.ts';
import type { Records } from './bets/service.ts';
import type { Statistics } from './bets/statistics.ts';
import { ownerOf, type Owner } from '../core/owner.ts';

/** The calls of a member's own bets. */
export const orderHandlers = ({
  placing,
  builderQuote,
  builderMarks,
  records,
  cashOut,
  cashOutRules,
  editing,
  betDetails,
  settledReceipts,
  statistics,
  refusals,
}: {
  placing: Placing;
  builderQuote: (input: Input<'builderQuote'>) => Promise<BuilderQuote>;
  builderMarks: (input: Input<'builderMarks'>) => Promise<BuilderMarks>;
  records: Records;
  cashOut: CashOut;
  cashOutRules: CashOutRules;
  editing: Editing;
  betDetails: BetDetails;
  /** Signs the settlements of a bet and its entries in the wallet. */
  settledReceipts: (owner: Owner, betId: string) => Promise<Receipt[]>;
  statistics: Statistics;
  refusals: Pick<RefusalCounts, 'note'>;
}): {
  [
    N in
      | ('orderAdd' | 'builderQuote' | 'builderMarks' | 'orderList' | 'orderDetail' | 'betStatistics')
      | ('cashOutQuote' | 'cashOut' | 'cashOutOffers' | 'cashOutAuto' | 'betEdit')
  ]: Handler<N>;
} => ({
  builderQuote: (input) => builderQuote(input),
  builderMarks: (input) => builderMarks(input),
  cashOutOffers: (_input, { member }) => cashOutRules.offers(ownerOf(member)),
  cashOutAuto: (input, { member }) => cashOutRules.set(member, input),
  cashOutQuote: ({ bet }, { member }) => cashOut.quote(member, bet),
  cashOut: async (input, { member }) => {
    const bet = await cashOut.sell(member, input);
    return { ...bet, receipts: await settledReceipts(ownerOf(member), bet.id) };
  },
  orderAdd: (input, { member }) => placing.place(member, input).catch(noted(refusals)),
  betEdit: async (input, { member }) => {
    const { sold, placed } = await editing.edit(member, input).catch(noted(refusals));
    return { sold: { ...sold, receipts: await settledReceipts(ownerOf(member), sold.id) }, placed };
  },
  orderDetail: ({ id }, { member }) => betDetails(ownerOf(member), id),
  betStatistics: (input, { member }) => statistics(ownerOf(member), input),
  orderList: ({ tab = 'all', page = 1, limit = 20 }, { member }) =>
    records.list(ownerOf(member), { tab, page, limit }),
});

/** Counts a refusal of a bet, and passes it on. */
const noted =
  (refusals: Pick<RefusalCounts, 'note'>) =>
  (error: unknown): never => {
    if (error instanceof Refused) refusals.note(error);
    throw error;
  };
