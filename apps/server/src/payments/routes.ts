import type { Receipt } from '@touchline/contract/shapes/receipt';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Handlers } from '../core/handler.ts';
import type { Clock } from '../core/clock.ts';
import { isId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import { percentText } from './amounts.ts';
import { channelToWire, stepToWire } from './list-wire.ts';
import type { MoneyNotes } from './log-routes.ts';
import { payoutMethodKind } from './payout-methods/facts.ts';
import { paymentKind } from './recharges/payment-facts.ts';
import type { Cashier } from './service.ts';
import { pageOf, pageOfList } from '../core/pages.ts';
import { ownerOf, type Owner } from '../core/owner.ts';

/** Signs what the log has of some subjects, and the wallet's entries of some. Nonces in receipts are the member's alone. */
export type ReceiptsOf = (
  owner: Owner,
  of: { refs?: readonly string[]; kind?: string; subjects?: readonly string[] },
) => Promise<Receipt[]>;

/** What the calls of the cashier use. */
type CallUses = {
  cashier: Cashier;
  clock: Clock;
  currency: Currency;
  timeZone: string;
  /** The names of bets. */
  notes: MoneyNotes;
  receiptsOf: ReceiptsOf;
};

/** The calls of money in and out. */
export const cashierHandlers = (uses: CallUses) => ({
  ...rechargeHandlers(uses),
  ...payoutMethodHandlers(uses),
  ...withdrawalHandlers(uses),
});

const rechargeHandlers = ({ cashier, clock, currency, timeZone, receiptsOf }: CallUses) =>
  ({
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
      cashier.recharges.create(ownerOf(member), input, {
        lan,
        origin: `${protocol}://${host.replace(/^api\./, '')}`,
      }),
    updateRecharge: (input, { member }) => cashier.recharges.update(ownerOf(member), withId(input)),
    rechargeList: async ({ id, ...input }, { member }) => {
      const { page } = pageOf(input);
      if (id === undefined) return cashier.recharges.list(ownerOf(member), page);
      const [recharge] = isId(id) ? await cashier.recharges.byId(ownerOf(member), [id]) : [];
      if (recharge === undefined) throw new Refused('not_found');
      const receipts = await receiptsOf(ownerOf(member), {
        refs: [recharge.id],
        kind: paymentKind,
        subjects: recharge.payments.map((payment) => payment.id),
      });
      return { list: [{ ...recharge, receipts }], total: 1, page: 1, limit: page.limit };
    },
  }) satisfies Partial<Handlers>;

const payoutMethodHandlers = ({ cashier: { payouts }, receiptsOf }: CallUses) => {
  const ofMethod = (owner: Owner, id: string): Promise<Receipt[]> =>
    receiptsOf(owner, { kind: payoutMethodKind, subjects: [id] });
  return {
    walletSave: async (input, { member, address }) => {
      const asked = input.id === undefined ? input : withId({ ...input, id: input.id });
      const saved = await payouts.save(ownerOf(member), asked, address);
      return { ...saved, receipts: await ofMethod(ownerOf(member), saved.id) };
    },
    walletDetail: async (input, { member }) => {
      const method = await payouts.detail(ownerOf(member), withId(input).id);
      return { ...method, receipts: await ofMethod(ownerOf(member), method.id) };
    },
    walletList: (input, { member }) => payouts.list(ownerOf(member), pageOf(input).page),
    walletDel: async (input, { member }) => {
      const { id } = withId(input);
      await payouts.remove(ownerOf(member), id);
      return { receipts: await ofMethod(ownerOf(member), id) };
    },
  } satisfies Partial<Handlers>;
};

const withdrawalHandlers = ({ cashier, currency, notes }: CallUses) =>
  ({
    createWithdraw: (input, { member, address }) => {
      if (!isId(input.wallet)) throw new Refused('not_found');
      return cashier.withdrawals.create(ownerOf(member), input, address);
    },
    cancelWithdraw: (input, { member }) => cashier.withdrawals.cancel(ownerOf(member), withId(input).id),
    withdrawList: ({ id, ...input }, { member }) =>
      cashier.withdrawals.list(ownerOf(member), {
        ...pageOf(input).page,
        id: id === undefined ? undefined : withId({ id }).id,
      }),
    turnoverList: async (input, { member, lan }) => {
      const owner = ownerOf(member);
      const turnover = await cashier.turnovers.of(owner);
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
  }) satisfies Partial<Handlers>;

/** An invalid id matches no row. */
const withId = <T extends { id: string }>(input: T): T => {
  if (!isId(input.id)) throw new Refused('not_found');
  return input;
};
