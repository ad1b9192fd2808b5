import { dayMs } from '@touchline/contract/durations';
import type { Output } from '@touchline/contract/routes';
import type { BetStatistics } from '@touchline/contract/shapes/statistics';

// The account, the bets and the days of a member who has been here for a while.

/** An account with all that secures one. */
export const security: Output<'securityInfo'> = {
  otp: true,
  recoveryLeft: 3,
  passkeys: [
    { id: '1', name: 'Phone', createdAt: '2026-05-02T10:00:00Z', lastUsedAt: '2026-06-11T19:00:00Z' },
    { id: '2', name: 'A key with a name as long as names may be', createdAt: '2026-05-02T10:00:00Z' },
  ],
  passwordChangedAt: '2026-06-01T12:00:00Z',
};

const sums = (bets: number, won: number, stakes: string, returns: string, net: string) => ({
  bets,
  won,
  stakes,
  returns,
  net,
});
/** Figures of a year of betting, whose luck makes a difference. */
export const statistics = (difference: string): BetStatistics => ({
  total: sums(214, 81, '3210.00', '2984.50', '-225.50'),
  open: { bets: 3, stakes: '42.00' },
  refunded: { bets: 4, stakes: '60.00' },
  types: [
    { type: 'single', ...sums(160, 70, '2400.00', '2310.00', '-90.00') },
    { type: 'accumulator', ...sums(44, 9, '660.00', '590.00', '-70.00') },
    { type: 'system', ...sums(10, 2, '150.00', '84.50', '-65.50') },
  ],
  markets: [
    { market: '1x2', ...sums(90, 38, '1350.00', '1402.25', '52.25') },
    { market: 'over_under', ...sums(50, 26, '750.00', '690.00', '-60.00') },
    { market: 'correct_score', ...sums(20, 2, '300.00', '217.75', '-82.25') },
  ],
  competitions: [
    {
      competition: { id: 'wc.2026', name: 'World Cup 2026' },
      ...sums(150, 66, '2250.00', '2190.00', '-60.00'),
    },
    { competition: { id: 'en.1', name: 'Premier League' }, ...sums(10, 4, '150.00', '120.00', '-30.00') },
  ],
  bands: [
    { to: '1.50', ...sums(30, 21, '450.00', '420.00', '-30.00') },
    { from: '1.50', to: '2.00', ...sums(80, 40, '1200.00', '1180.00', '-20.00') },
    { from: '2.00', to: '3.00', ...sums(60, 20, '900.00', '930.00', '30.00') },
    { from: '10.00', ...sums(34, 2, '510.00', '370.00', '-140.00') },
  ],
  luck: {
    bets: 188,
    stakes: '2820.00',
    expected: '2665.12',
    returns: '2653.00',
    difference,
    low: '-412.80',
    high: '412.80',
  },
});

const today = (): string => new Date().toISOString().slice(0, 10);

/** The calendar: the days of this month up to today, of which every fifth was missed. */
export const checkInInfo = (change: Partial<Output<'checkInInfo'>> = {}): Output<'checkInInfo'> => {
  const days = Array.from({ length: Number(today().slice(8)) }, (_, i) => i + 1)
    .filter((day) => day % 5 !== 0)
    .map((day) => ({
      day: `${today().slice(0, 8)}${String(day).padStart(2, '0')}`,
      reward: `${(day % 4) + 1}.25`,
    }))
    .filter(({ day }) => day < today());
  return {
    today: false,
    streak: 3,
    open: true,
    next: 3,
    month: today().slice(0, 7),
    days,
    date: today(),
    scale: ['1.25', '1.25', '2.50', '2.50', '3.75', '3.75', '6.25'],
    nextAt: `${new Date(Date.now() + dayMs).toISOString().slice(0, 10)}T00:00:00.000Z`,
    ...change,
  };
};
