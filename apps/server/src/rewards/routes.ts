import type { Handlers, Member } from '../platform/handler.ts';
import type { Rewards } from './service.ts';

const ownerOf = ({ id, shard }: Member): { memberId: string; shard: number } => ({ memberId: id, shard });

/** The calls of check-in and VIP levels. */
export const rewardHandlers = ({
  checkIns,
  vip,
}: Rewards): Pick<Handlers, 'checkIn' | 'checkInInfo' | 'levelList'> => ({
  checkIn: ({ key }, { member }) => checkIns.checkIn(ownerOf(member), key),
  checkInInfo: ({ month }, { member }) => checkIns.info(ownerOf(member), month),
  levelList: (_input, { member, lan }) => vip.list(ownerOf(member), lan),
});
