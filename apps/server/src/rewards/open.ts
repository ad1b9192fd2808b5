import type { Receipt } from '@touchline/contract/shapes/receipt';
import { createTurnoverSums } from '../book/records/turnover.ts';
import type { Play } from '../play/service.ts';
import type { Owner } from '../platform/owner.ts';
import { signDated } from '../platform/receipts.ts';
import type { Ground, Room } from '../platform/room.ts';
import type { Wallet } from '../wallet/service.ts';
import { rewardHandlers } from './routes.ts';
import { createRewards } from './service.ts';

/** Opens the daily check-in and VIP levels. */
export const openRewards = (
  { connections: { calls }, config, currency, clock, bus, receipts }: Ground,
  { wallet, play }: { wallet: Wallet; play: Pick<Play, 'restrictionOf'> },
) => {
  const turnoverSums = createTurnoverSums(calls.pool);
  const rewards = createRewards({
    pool: calls.pool,
    groups: calls.groups,
    wallet,
    config,
    currency,
    clock,
    bus,
    restrictionOf: (owner) => play.restrictionOf(owner),
    turnoverOf: (owners) => turnoverSums.of(owners),
  });
  const receiptsOf = async (owner: Owner, key: string): Promise<Receipt[]> => {
    const entryKey = await rewards.checkIns.entryKeyOf(owner, key);
    const fact = entryKey === undefined ? undefined : await wallet.entryFactByKey(owner, entryKey);
    return fact === undefined ? [] : signDated(receipts, [fact]);
  };
  return { service: rewards, handlers: rewardHandlers(rewards, receiptsOf) } satisfies Room;
};
