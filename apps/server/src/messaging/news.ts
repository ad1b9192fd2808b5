import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Records } from '../betting/index.ts';
import type { Cashier } from '../payments/index.ts';
import type { Wallet } from '../ledger/index.ts';
import type { Bus } from '../core/events.ts';
import type { LiveHub } from '../core/live/hub.ts';
import type { Owner } from '../core/owner.ts';

/**
 * Sends changes of bets and money to the live streams of their member. Nothing waits for it: a stream that missed a message
 * reads everything again when it reconnects.
 */
export const sendLiveNews = ({
  bus,
  live,
  records,
  cashier,
  wallet,
  currency,
}: {
  bus: Pick<Bus, 'on'>;
  live: Pick<LiveHub, 'publish' | 'hears'>;
  records: Pick<Records, 'byId'>;
  cashier: Pick<Cashier, 'recharges' | 'withdrawals'>;
  wallet: Pick<Wallet, 'balance'>;
  currency: Currency;
}): void => {
  const sendBalance = (memberId: string, money: { availableMinor: bigint; heldMinor: bigint }): void =>
    live.publish(
      'balance',
      {
        balance: formatAmount(money.availableMinor, currency.scale),
        held: formatAmount(money.heldMinor, currency.scale),
        currency: currency.code,
      },
      { memberId },
    );
  const readBalance = async ({ memberId, shard }: Owner): Promise<void> => {
    const money = await wallet.balance(memberId, shard);
    if (money) sendBalance(memberId, money);
  };

  bus.on('betPlaced', ({ owner: { memberId }, bet, wallet: money }) => {
    if (!live.hears(memberId)) return;
    live.publish('bet', bet, { memberId });
    sendBalance(memberId, money);
  });
  bus.on('betsSettled', async ({ shard, bets }) => {
    const heard = bets.filter(({ memberId }) => live.hears(memberId));
    await Promise.all(
      [...Map.groupBy(heard, (bet) => bet.memberId)].map(async ([memberId, own]) => {
        const ids = own.map(({ id }) => id);
        for (const bet of await records.byId({ shard, memberId }, ids))
          live.publish('bet', bet, { memberId });
        await readBalance({ shard, memberId });
      }),
    );
  });
  bus.on('walletMoved', async (owner) => {
    if (live.hears(owner.memberId)) await readBalance(owner);
  });
  bus.on('rechargeMoved', async ({ shard, memberId, rechargeId, walletMoved }) => {
    if (!live.hears(memberId)) return;
    const [recharge] = await cashier.recharges.byId({ shard, memberId }, [rechargeId]);
    if (recharge) live.publish('recharge', recharge, { memberId });
    if (walletMoved) await readBalance({ shard, memberId });
  });
  bus.on('withdrawalMoved', async ({ shard, memberId, withdrawalId }) => {
    if (!live.hears(memberId)) return;
    const withdrawal = await cashier.withdrawals.byId({ shard, memberId }, withdrawalId);
    if (withdrawal) live.publish('withdrawal', withdrawal, { memberId });
    await readBalance({ shard, memberId });
  });
};
