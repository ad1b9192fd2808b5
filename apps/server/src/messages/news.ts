import type { Bet } from '@touchline/contract/shapes/bet';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Records } from '../book/records/service.ts';
import type { LiveHub } from '../platform/live/hub.ts';
import type { Log } from '../platform/log.ts';
import type { Wallet } from '../wallet/service.ts';

/** Tells members what moved of theirs. Nothing here is waited for: a stream that missed it fetches afresh. */
export type News = {
  placed(memberId: string, bet: Bet, wallet: { availableMinor: bigint; heldMinor: bigint }): void;
  /** A wallet moved without a bet. */
  moved(shard: number, memberId: string): void;
  settled(shard: number, bets: readonly { memberId: string; id: string }[]): void;
};

export const createNews = ({
  live,
  records,
  wallet,
  currency,
  log,
}: {
  live: Pick<LiveHub, 'publish' | 'hears'>;
  records: Records;
  wallet: Pick<Wallet, 'balance'>;
  currency: Currency;
  log: Log;
}): News => {
  const balance = (memberId: string, money: { availableMinor: bigint; heldMinor: bigint }): void =>
    live.publish(
      'balance',
      {
        balance: formatAmount(money.availableMinor, currency.scale),
        held: formatAmount(money.heldMinor, currency.scale),
        currency: currency.code,
      },
      { memberId },
    );

  const tell = async (shard: number, memberId: string, ids: readonly string[]): Promise<void> => {
    for (const bet of await records.byId({ shard, memberId }, ids)) live.publish('bet', bet, { memberId });
    const money = await wallet.balance(memberId, shard);
    if (money) balance(memberId, money);
  };

  return {
    placed: (memberId, bet, money) => {
      if (!live.hears(memberId)) return;
      live.publish('bet', bet, { memberId });
      balance(memberId, money);
    },
    moved: (shard, memberId) => {
      if (!live.hears(memberId)) return;
      tell(shard, memberId, []).catch((error: unknown) =>
        log.warn({ err: error }, 'news of a wallet not told'),
      );
    },
    settled: (shard, bets) => {
      const heard = bets.filter(({ memberId }) => live.hears(memberId));
      for (const [memberId, own] of Map.groupBy(heard, (bet) => bet.memberId)) {
        tell(
          shard,
          memberId,
          own.map(({ id }) => id),
        ).catch((error: unknown) => log.warn({ err: error }, 'news of settled bets not told'));
      }
    },
  };
};
