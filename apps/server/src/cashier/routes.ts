import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Handlers } from '../platform/handler.ts';
import type { Clock } from '../platform/clock.ts';
import { isId } from '../platform/ids.ts';
import { Refused } from '../platform/refusal.ts';
import { percentText } from './amounts.ts';
import { channelToWire, stepToWire } from './list-wire.ts';
import type { createMoneyPages } from './log-routes.ts';
import type { Cashier, CashierOptions } from './service.ts';
import { pageOf, pageOfList } from '../platform/pages.ts';
import { ownerOf } from '../platform/owner.ts';

type MoneyNotes = Parameters<typeof createMoneyPages>[0]['notes'];

type CashierCall =
  | 'channelList'
  | 'createRecharge'
  | 'updateRecharge'
  | 'rechargeList'
  | 'walletSave'
  | 'walletDetail'
  | 'walletList'
  | 'walletDel'
  | 'createWithdraw'
  | 'cancelWithdraw'
  | 'withdrawList'
  | 'turnoverList';

/** The calls of money in and out. */
export const cashierHandlers = ({
  cashier,
  clock,
  currency,
  timeZone,
  notes,
  receiptsOf,
}: {
  cashier: Cashier;
  clock: Clock;
  currency: Currency;
  timeZone: string;
  /** The names of bets. */
  notes: MoneyNotes;
  /** Signs the entries of a recharge. */
  receiptsOf: NonNullable<CashierOptions['receiptsOf']>;
}): Pick<Handlers, CashierCall> => {
  const { recharges, payouts, withdrawals, turnovers } = cashier;
  return {
    channelList: (input, { lan }) => {
      const channels = pageOfList(cashier.channels(), input);
      const list = channels.list.map((channel) =>
        channelToWire(channel, {
          now: clock.now(),
          timeZone,
          currency,
          lan,
          sandbox: cashier.isSandbox(channel),
          testNetwork: cashier.testNetworkOf(channel),
        }),
      );
      return Promise.resolve({ ...channels, list });
    },
    createRecharge: (input, { member, lan, host, protocol }) =>
      recharges.create(ownerOf(member), input, {
        lan,
        origin: `${protocol}://${host.replace(/^api\./, '')}`,
      }),
    updateRecharge: (input, { member }) => recharges.update(ownerOf(member), withId(input)),
    rechargeList: async ({ id, ...input }, { member }) => {
      const { page } = pageOf(input);
      if (id === undefined) return recharges.list(ownerOf(member), page);
      const [recharge] = isId(id) ? await recharges.byId(ownerOf(member), [id]) : [];
      if (recharge === undefined) throw new Refused('not_found');
      const receipts = await receiptsOf(ownerOf(member), [recharge.id]);
      return { list: [{ ...recharge, receipts }], total: 1, page: 1, limit: page.limit };
    },
    walletSave: (input, { member, address }) =>
      payouts.save(
        ownerOf(member),
        input.id === undefined ? input : withId({ ...input, id: input.id }),
        address,
      ),
    walletDetail: (input, { member }) => payouts.detail(ownerOf(member), withId(input).id),
    walletList: (input, { member }) => payouts.list(ownerOf(member), pageOf(input).page),
    walletDel: async (input, { member }) => {
      await payouts.remove(ownerOf(member), withId(input).id);
      return {};
    },
    createWithdraw: (input, { member, address }) => {
      if (!isId(input.wallet)) throw new Refused('not_found');
      return withdrawals.create(ownerOf(member), input, address);
    },
    cancelWithdraw: (input, { member }) => withdrawals.cancel(ownerOf(member), withId(input).id),
    withdrawList: ({ id, ...input }, { member }) =>
      withdrawals.list(ownerOf(member), {
        ...pageOf(input).page,
        id: id === undefined ? undefined : withId({ id }).id,
      }),
    turnoverList: async (input, { member, lan }) => {
      const owner = ownerOf(member);
      const turnover = await turnovers.of(owner);
      const steps = pageOfList(turnover.steps.toReversed(), input);
      const bets = steps.list.flatMap(({ kind, ref }) => (kind === 'bet' ? [ref] : []));
      const names = await notes(owner, { bets, recharges: [], withdrawals: [] }, lan);
      return {
        ...steps,
        list: steps.list.map((step) => stepToWire(step, names.get(step.ref), currency)),
        left: formatAmount(turnover.leftMinor, currency.scale),
        multiple: percentText(cashier.rules().turnoverBp / 100),
      };
    },
  };
};

/** An invalid id matches no row. */
const withId = <T extends { id: string }>(input: T): T => {
  if (!isId(input.id)) throw new Refused('not_found');
  return input;
};
