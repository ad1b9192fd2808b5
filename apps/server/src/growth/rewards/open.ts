import type { Receipt } from '@touchline/contract/shapes/receipt';
import { createTurnoverSums } from '../../betting/index.ts';
import type { Play } from '../../safer-play/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Handlers } from '../../core/handler.ts';
import { ownerOf, type Owner } from '../../core/owner.ts';
import { signDated } from '../../core/public-log/receipts.ts';
import type { Context, Module } from '../../core/module.ts';
import { Rewards } from './service.ts';

/** The calls of check-in and VIP levels. @param receiptsOf signs the entry that a check-in was given by */
const rewardHandlers = (
  { checkIns, vip }: Rewards,
  receiptsOf: (owner: Owner, key: string) => Promise<Receipt[]>,
): Pick<Handlers, 'checkIn' | 'checkInInfo' | 'levelList'> => ({
  checkIn: async ({ key }, { member }) => {
    const owner = ownerOf(member);
    const given = await checkIns.checkIn(owner, key);
    return { ...given, receipts: await receiptsOf(owner, key) };
  },
  checkInInfo: ({ month }, { member }) => checkIns.info(ownerOf(member), month),
  levelList: (_input, { member, lan }) => vip.list(ownerOf(member), lan),
});

/** Opens the daily check-in and VIP levels. */
export const openRewards = (
  { connections: { calls }, config, currency, clock, bus, receipts }: Context,
  { wallet, play }: { wallet: Wallet; play: Play },
) => {
  const turnoverSums = createTurnoverSums(calls.pool);
  const rewards = new Rewards({
    pool: calls.pool,
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
  return { service: rewards, handlers: rewardHandlers(rewards, receiptsOf) } satisfies Module;
};
