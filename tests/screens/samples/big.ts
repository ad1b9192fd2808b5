import type { Output } from '@touchline/contract/routes';
import type { Event } from '@touchline/contract/shapes/football';
import type { User } from '@touchline/contract/shapes/user';
import type { Bet } from '@touchline/contract/shapes/bet';
import { recharge, terms, withdrawals } from './cashier.ts';
import { ago, pageOf } from './common.ts';
import { info as play, statement } from './play.ts';
import { info as team, members, statement as commission } from './team.ts';

// The largest amounts and the longest names that a member may have to do with.

const million = '1234567.89';
const billion = '1234567890.12';
const sum = { stakes: billion, returns: '1234000000.00', open: '0.00', net: '-567890.12' };

export const member: Partial<User> = {
  balance: billion,
  held: '98765432.10',
  turnoverLeft: billion,
  vipLevel: 5,
  nickname: 'Wolfeschlegelsteinha',
  account: 'wolfeschlegelsteinhausenberger_0',
  mobile: '15123456789012',
  areaCode: '49',
  email: 'maximiliane.wolfeschlegelsteinhausenbergerdorff@post.example.org',
};

/** A match between clubs whose names fill their places. */
export const between = (event: Event): Event => {
  const { flag: _home, ...home } = event.home;
  const { flag: _away, ...away } = event.away;
  return {
    ...event,
    home: { ...home, name: 'Borussia Verein für Leibesübungen 1900 Mönchengladbach' },
    away: { ...away, name: 'Llanfairpwllgwyngyllgogerychwyrndrobwll Football Club' },
    competition: { ...event.competition, name: 'Qualification for the Intercontinental Cup of Champions' },
  };
};

/** A bet as dear as can be. */
export const dear = (bet: Bet): Bet => ({
  ...bet,
  stake: billion,
  unit: billion,
  potential: billion,
  odds: '123456.789',
  ...(bet.payout !== undefined && { payout: billion }),
});

export const recharges = pageOf(
  recharge({ amount: million, receive: million, usdtAmount: '1234567.890017' }),
  recharge({ state: 'credited', amount: billion, credited: billion }),
);

export const withdrawing: Output<'withdrawList'> = {
  ...pageOf(...withdrawals.map((one) => ({ ...one, amount: billion, fee: million, receive: billion }))),
  terms: terms({ max: billion, available: billion, turnoverLeft: million }),
};

const noted = 'Borussia Verein für Leibesübungen 1900 Mönchengladbach – Bosnia and Herzegovina';
export const entries: Output<'moneyLogList'> = pageOf(
  ...(['payout', 'stake', 'commission_reversed'] as const).map((kind, nth) => ({
    id: `e${nth}`,
    kind,
    amount: nth === 0 ? billion : '-1234567.89',
    held: '0.00',
    balanceAfter: billion,
    heldAfter: million,
    at: ago(0),
    note: noted,
  })),
);

export const grown: Output<'teamInfo'> = {
  ...team,
  revenue: billion,
  people: 1_234_567,
  recharge: billion,
  levels: team.levels.map((level) => ({ ...level, people: 1_234_567, recharge: billion, revenue: billion })),
};
export const people: Output<'teamList'> = {
  ...members,
  total: 1_234_567,
  list: members.list.map((one) => ({
    ...one,
    nickname: 'Wolfeschlegelsteinha',
    recharge: billion,
    income: billion,
    bonus: million,
    number: 1_234_567,
    sessions: 1_234_567,
  })),
};
export const day: Output<'commissionDetail'> = {
  ...commission,
  total: million,
  lines: commission.lines.map((line) => ({
    ...line,
    people: 1_234_567,
    stakes: billion,
    theoretical: '61728394.506000',
    amount: million,
  })),
};

export const played = play({ net: { day: sum, week: sum, month: sum, all: sum }, openStakes: billion });
export const stated = (from: string, to: string): Output<'playStatement'> => ({
  ...statement(from, to),
  ...sum,
  deposits: billion,
  withdrawals: billion,
  rewards: million,
  bets: 1_234_567,
});
