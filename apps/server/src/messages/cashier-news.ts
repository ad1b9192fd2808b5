import type { Cashier } from '../cashier/service.ts';
import type { News } from './news.ts';
import type { LiveHub } from '../platform/live/hub.ts';
import type { Log } from '../platform/log.ts';
import type { Owner } from '../platform/owner.ts';

/** Tells members of their recharges and withdrawals as they move. A stream that missed it fetches afresh. */
export const createCashierNews = ({
  live,
  cashier,
  news,
  log,
}: {
  live: Pick<LiveHub, 'publish' | 'hears'>;
  cashier: Pick<Cashier, 'recharges' | 'withdrawals'>;
  news: Pick<News, 'moved'>;
  log: Log;
}) => {
  const tell = async (
    owner: Owner,
    { recharge, withdrawal }: { recharge?: string; withdrawal?: string },
  ): Promise<void> => {
    const { memberId } = owner;
    const [moved] = recharge === undefined ? [] : await cashier.recharges.byId(owner, [recharge]);
    if (moved) live.publish('recharge', moved, { memberId });
    const paid = withdrawal === undefined ? undefined : await cashier.withdrawals.byId(owner, withdrawal);
    if (paid) live.publish('withdrawal', paid, { memberId });
  };
  return {
    moved: (owner: Owner, what: { recharge?: string; withdrawal?: string; wallet: boolean }): void => {
      if (!live.hears(owner.memberId)) return;
      tell(owner, what).catch((error: unknown) =>
        log.warn({ err: error }, 'news of recharges and withdrawals not told'),
      );
      if (what.wallet) news.moved(owner.shard, owner.memberId);
    },
  };
};
