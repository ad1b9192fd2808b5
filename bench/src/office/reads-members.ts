import { deep, read, type Read } from './read.ts';

/** What support and cashiers read. */
export const memberReads = ({ member, bet }: { member: string; bet: string }): Read[] => [
  read('members', 'officeMemberList', { limit: 100 }),
  read(`members, page ${deep}`, 'officeMemberList', { limit: 100, page: deep }),
  read('members by a name', 'officeMemberList', { q: 'load005' }),
  read('a name', 'officeMemberFind', { q: 'load00500' }),
  read('a member', 'officeMemberDetail', { member }),
  read('bets of a member', 'officeMemberBets', { member }),
  read('a bet of a member', 'officeMemberBet', { member, id: bet }),
  read('money of a member', 'officeMemberMoney', { member }),
  read("a member's safer play", 'officePlayDetail', { member }),
  read('recharges', 'officeRechargeList'),
  read('recharges, last page', 'officeRechargeList', { page: 10 }),
  ...(['in_review', 'paying', 'paid', 'ended'] as const).map((queue) =>
    read(`withdrawals ${queue}`, 'officeWithdrawList', { queue }),
  ),
  read(`withdrawals ended, page ${deep}`, 'officeWithdrawList', { queue: 'ended', page: deep }),
  read('names', 'officeIdentityList'),
  read('names verified', 'officeIdentityList', { state: 'verified', page: deep }),
  read('corrections', 'officeAdjustmentList'),
  read('rails', 'officeRailList'),
  read('flags', 'officeTeamFlagList'),
  read('messages out', 'officeOutboxList'),
];
