import type { Ask } from './ask.ts';
import { find } from './find.ts';
import { growthReads } from './reads-growth.ts';
import { houseReads } from './reads-house.ts';
import { memberReads } from './reads-members.ts';
import { tradingReads } from './reads-trading.ts';
import { deep, type Read } from './read.ts';

/** Every list and view of the office, first pages, deep ones and filtered ones, by who reads it. */
export const officeReads = async (
  ask: Ask,
): Promise<Record<'trading' | 'members' | 'growth' | 'house', Read[]>> => {
  const event = find((await ask('officeExposureList', {})).data, 'list', 0, 'event', 'id');
  const over = find((await ask('officeEventList', { state: 'finished' })).data, 'list', 0, 'event', 'id');
  const competition = find((await ask('officeCompetitionList', {})).data, 'list', 0, 'id');
  const member = find((await ask('officeMemberList', { page: deep })).data, 'list', 0, 'id');
  const bet = find((await ask('officeMemberBets', { member })).data, 'list', 0, 'id');
  const recharges = (await ask('officeRechargeList', {})).data;
  const withdrawals = (await ask('officeWithdrawList', { queue: 'in_review' })).data;
  const recharge = {
    id: find(recharges, 'list', 0, 'recharge', 'id'),
    member: find(recharges, 'list', 0, 'member', 'id'),
  };
  const withdrawal = {
    id: find(withdrawals, 'list', 0, 'withdrawal', 'id'),
    member: find(withdrawals, 'list', 0, 'member', 'id'),
  };
  const identity = find((await ask('officeIdentityList', {})).data, 'list', 0, 'id');
  return {
    trading: tradingReads({ event, over, competition }),
    members: memberReads({ member, bet, recharge, withdrawal, identity }),
    growth: await growthReads(ask),
    house: houseReads(member),
  };
};
