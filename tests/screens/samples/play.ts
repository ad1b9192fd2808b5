import type { Output } from '@touchline/contract/routes';
import { inMinutes } from './common.ts';

// Safer play of a member who has played for a while.

const sum = (stakes: string, returns: string, net: string, open = '0.00') => ({ stakes, returns, open, net });
type Info = Output<'playInfo'>;

export const info = (change: Partial<Info> = {}): Info => ({
  limits: [
    {
      kind: 'deposit',
      period: 'week',
      amount: '500.00',
      used: '120.00',
      left: '380.00',
      resetsAt: inMinutes(3 * 24 * 60),
      pending: {
        id: 'p1',
        amount: '1000.00',
        from: inMinutes(1_093),
        until: inMinutes(11_000),
        ready: false,
      },
    },
    {
      kind: 'stake',
      period: 'day',
      amount: '100.00',
      used: '100.00',
      left: '0.00',
      resetsAt: inMinutes(310),
    },
    {
      kind: 'loss',
      period: 'month',
      amount: '1200.00',
      used: '1108.40',
      left: '91.60',
      resetsAt: inMinutes(9 * 24 * 60),
      pending: { id: 'p2', from: inMinutes(-60), until: inMinutes(8_000), ready: true },
    },
  ],
  reality: {
    minutes: 60,
    since: inMinutes(-43),
    dueAt: inMinutes(17),
    due: false,
    session: sum('82.50', '29.00', '-11.50', '42.00'),
  },
  net: {
    day: sum('100.00', '46.50', '-11.50', '42.00'),
    week: sum('412.00', '520.10', '150.10', '42.00'),
    month: sum('2340.00', '1231.60', '-1066.40', '42.00'),
    all: sum('128420.00', '121003.25', '-7374.75', '42.00'),
  },
  openStakes: '42.00',
  ...change,
});

export const statement = (from: string, to: string): Output<'playStatement'> => {
  const first = Date.parse(`${from}T00:00:00Z`);
  const count = Math.max(
    1,
    Math.min(366, Math.round((Date.parse(`${to}T00:00:00Z`) - first) / 86_400_000) + 1),
  );
  const nets = ['12.40', '-30.00', '-8.75', '96.00', '0.00', '-41.10', '5.25'];
  return {
    from,
    to,
    deposits: '500.00',
    withdrawals: '120.00',
    rewards: '3.50',
    bets: 87,
    ...sum('2340.00', '1231.60', '-1066.40', '42.00'),
    days: Array.from({ length: count }, (_, nth) => ({
      day: new Date(first + nth * 86_400_000).toISOString().slice(0, 10),
      deposits: nth % 5 === 0 ? '100.00' : '0.00',
      withdrawals: nth % 9 === 8 ? '60.00' : '0.00',
      ...sum('100.00', '70.00', nets[nth % nets.length] ?? '0.00'),
      bets: 4,
    })),
  };
};

export const helpLines: Output<'helpLines'> = {
  list: [
    {
      country: 'DE',
      name: 'Bundeszentrale für gesundheitliche Aufklärung',
      phone: '0800 1 372700',
      url: 'https://www.check-dein-spiel.de',
      hours: 'Mo–Do 10–22, Fr–So 10–18',
    },
    { name: 'Gambling Therapy', url: 'https://www.gamblingtherapy.org', hours: '24/7' },
    { name: 'Gamblers Anonymous', phone: '+44 330 094 0322', url: 'https://www.gamblersanonymous.org.uk' },
  ],
};

const since = inMinutes(-120);
export const timeOut = { kind: 'time_out', since, until: inMinutes(22 * 60) } as const;
export const excluded = { kind: 'excluded', since, until: inMinutes(365 * 24 * 60) } as const;
export const forGood = { kind: 'excluded', since } as const;
