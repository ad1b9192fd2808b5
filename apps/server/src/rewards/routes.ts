import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { Handlers } from '../platform/handler.ts';
import type { Rewards } from './service.ts';
import { ownerOf, type Owner } from '../platform/owner.ts';

/** The calls of check-in and VIP levels. @param receiptsOf signs the entry that a check-in was given by */
export const rewardHandlers = (
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
