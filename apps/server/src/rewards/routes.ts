import type { Handlers } from '../platform/handler.ts';
import type { Rewards } from './service.ts';
import { ownerOf } from '../platform/owner.ts';

/** The calls of check-in and VIP levels. */
export const rewardHandlers = ({
  checkIns,
  vip,
}: Rewards): Pick<Handlers, 'checkIn' | 'checkInInfo' | 'levelList'> => ({
  checkIn: ({ key }, { member }) => checkIns.checkIn(ownerOf(member), key),
  checkInInfo: ({ month }, { member }) => checkIns.info(ownerOf(member), month),
  levelList: (_input, { member, lan }) => vip.list(ownerOf(member), lan),
});
