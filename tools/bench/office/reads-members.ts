import { deep, read, type Read } from './read.ts';

type Detailed = { id: string; member: string };
type Ids = { member: string; bet: string; recharge: Detailed; withdrawal: Detailed; identity: string };

/** What support and cashiers read. */
export const memberReads = ({ member, bet, recharge, withdrawal, identity }: Ids): Read[] => [
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
  read('a recharge', 'officeRechargeDetail', recharge),
  ...(['in_review', 'paying', 'paid', 'ended'] as const).map((queue) =>
    read(`withdrawals ${queue}`, 'officeWithdrawList', { queue }),
  ),
  read(`withdrawals ended, page ${deep}`, 'officeWithdrawList', { queue: 'ended', page: deep }),
  read('a withdrawal', 'officeWithdrawDetail', withdrawal),
  read('names', 'officeIdentityList'),
  read('names verified', 'officeIdentityList', { state: 'verified', page: deep }),
  read('a name handed in', 'officeIdentityDetail', { id: identity }),
  read('corrections', 'officeAdjustmentList'),
  read('rails', 'officeRailList'),
  read('flags', 'officeTeamFlagList'),
  read('messages out', 'officeOutboxList'),
];
