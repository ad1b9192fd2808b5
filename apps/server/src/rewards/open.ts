import { createTurnoverSums } from '../book/records/turnover.ts';
import type { Play } from '../play/service.ts';
import type { Ground, Room } from '../platform/room.ts';
import type { Wallet } from '../wallet/service.ts';
import { rewardHandlers } from './routes.ts';
import { createRewards } from './service.ts';

/** Opens the daily check-in and VIP levels. */
export const openRewards = (
  { connections: { calls }, config, currency, clock, bus }: Ground,
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
  return { service: rewards, handlers: rewardHandlers(rewards) } satisfies Room;
};
