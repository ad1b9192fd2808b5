import { dayMs } from '@touchline/contract/durations';
import type { Output } from '@touchline/contract/routes';
import { ago, pageOf } from './common.ts';

// A team as it may be after some months: numbers as long as they get.

const daysAgo = (days: number): string => ago(days * dayMs);
const day = (days: number): string => daysAgo(days).slice(0, 10);

export const info: Output<'teamInfo'> = {
  revenue: '1263.18',
  people: 146,
  recharge: '128420.00',
  level: 2,
  conditions: [
    { condition: 'people', needed: 100, have: 146, met: true },
    { condition: 'recharged', each: '100.00', needed: 20, have: 14, met: false },
    { condition: 'sessions', needed: 10_000, have: 9_412, met: false },
  ],
  levels: [
    { level: 1, people: 17, recharge: '18420.00', revenue: '963.18', rate: '8' },
    { level: 2, people: 41, recharge: '45000.00', revenue: '280.50', rate: '3' },
    { level: 3, people: 88, recharge: '65000.00', revenue: '19.50', rate: '1' },
  ],
  upTo: day(1),
};

/** A team without people. */
export const freshInfo: Output<'teamInfo'> = {
  revenue: '0.00',
  people: 0,
  recharge: '0.00',
  level: 1,
  conditions: info.conditions.map((condition) => ({ ...condition, have: 0, met: false })),
  levels: info.levels.map((level) => ({ ...level, people: 0, recharge: '0.00', revenue: '0.00' })),
};

export const commissions: Output<'commissionList'> = pageOf<Output<'commissionList'>['list'][number]>(
  { id: 'c4', day: day(1), amount: '12.41', state: 'paying' },
  { id: 'c3', day: day(2), amount: '33.08', state: 'paid', paidAt: daysAgo(1) },
  { id: 'c2', day: day(3), amount: '-1.20', state: 'owed' },
  { id: 'c1', day: day(4), amount: '8.75', state: 'paid', paidAt: daysAgo(3) },
);

export const statement: Output<'commissionDetail'> = {
  commission: { id: 'c3', day: day(2), amount: '33.08', state: 'paid', paidAt: daysAgo(1) },
  rulesVersion: '1',
  teamLevel: 2,
  total: '33.08',
  receipts: [],
  lines: [
    {
      kind: 'day',
      generation: 1,
      people: 9,
      stakes: '6120.00',
      theoretical: '312.402500',
      rate: '8',
      amount: '24.99',
    },
    {
      kind: 'day',
      generation: 2,
      people: 21,
      stakes: '5210.50',
      theoretical: '281.367812',
      rate: '3',
      amount: '8.44',
    },
    {
      kind: 'day',
      generation: 3,
      people: 1,
      stakes: '48.00',
      theoretical: '2.496000',
      rate: '1',
      amount: '0.02',
    },
    {
      kind: 'correction',
      at: daysAgo(1),
      generation: 1,
      people: 1,
      stakes: '-90.00',
      theoretical: '-4.680000',
      rate: '8',
      amount: '-0.37',
    },
  ],
};

export const rules: Output<'teamRules'> = {
  rules: {
    version: '1',
    publishedAt: '2026-06-01T00:00:00.000Z',
    levels: [
      {
        level: 1,
        conditions: { people: 0, recharged: 0, rechargeEach: '0.00', sessions: 0 },
        rates: ['6', '2', '0.5'],
      },
      {
        level: 2,
        conditions: { people: 10, recharged: 5, rechargeEach: '100.00', sessions: 500 },
        rates: ['8', '3', '1'],
      },
      {
        level: 3,
        conditions: { people: 100, recharged: 20, rechargeEach: '100.00', sessions: 10_000 },
        rates: ['10', '4', '1.5'],
      },
    ],
  },
  example: {
    stake: '1000.00',
    marginPercent: '5.00',
    keptPercent: '4.7619',
    theoretical: '47.619',
    rate: '6',
    amount: '2.85',
  },
};

const names = ['Anneliese Schmidt-Rottluff', 'محمد', '李小龙', 'bob_the_builder_2026', 'Ζωή'];
export const members: Output<'teamList'> = {
  total: 17,
  page: 1,
  limit: 20,
  list: names.map((nickname, nth) => ({
    nickname,
    phone: nth === 3 ? '' : `+49 151 ••••${4_821 + nth}`,
    recharge: nth === 0 ? '128420.00' : '120.00',
    income: nth === 1 ? '-0.37' : '1263.18',
    bonus: '2.41',
    registeredAt: daysAgo(nth * 7 + 1),
    memberLevel: nth,
    teamLevel: 1 + (nth % 3),
    number: nth * 3,
    sessions: nth * 412,
  })),
  upTo: day(1),
};

export const invite = (url: string): Output<'inviteInfo'> => {
  const link = `${url}/?icode=7KQ4ZD#/pages/login/signup`;
  return { code: '7KQ4ZD', link, qr: link, people: 146, bonus: '1263.18', open: true };
};
