import { expect, test } from 'vitest';
import { dayAfter, daysOf, lengthOf, seriesOf } from './days.ts';

test('days are those of the calendar', () => {
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
  expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31');
  expect(daysOf({ from: '2026-10-24', to: '2026-10-26' })).toEqual([
    '2026-10-24',
    '2026-10-25',
    '2026-10-26',
  ]);
  expect(lengthOf({ from: '2026-01-01', to: '2026-12-31' })).toBe(365);
  expect(daysOf({ from: '2026-10-26', to: '2026-10-24' })).toEqual([]);
});

test('days without an entry are zero, and money paid out points down', () => {
  const amounts = {
    recharges: '10.50',
    withdrawals: '4.00',
    fees: '0.00',
    stakes: '0.00',
    refunds: '0.00',
    payouts: '0.00',
    ggr: '-2.00',
    promotions: '0.00',
    commission: '0.00',
    ngr: '-2.00',
    bets: 0,
    members: 0,
  };
  const rows = [{ day: '2026-10-25', ...amounts }];
  const series = seriesOf(rows, ['2026-10-24', '2026-10-25'], (amount) => `${amount} PLAY`);
  expect(series('recharges')).toEqual({ values: [0, 10.5], texts: ['0 PLAY', '10.50 PLAY'] });
  expect(series('withdrawals', { down: true }).values).toEqual([-0, -4]);
  expect(series('ggr', { down: true }).values).toEqual([-0, 2]);
});
