import { currencies } from '@touchline/money/currency';
import { expect, test } from 'vitest';
import { figuresOf, methodsOf, promotionsOf } from './figures.ts';

const sum = (kind: string, account: string, houseMinor: bigint, entries = 1n) => ({
  day: '2026-06-11',
  kind,
  account,
  houseMinor,
  entries,
  amountMinor: -houseMinor,
  heldMinor: 0n,
});

const sums = [
  sum('stake', 'stakes', 100_00n, 7n),
  sum('refund', 'stakes', -10_00n),
  sum('payout', 'payouts', -50_00n, 3n),
  sum('cash_out', 'payouts', -8_00n),
  sum('correction', 'payouts', 2_00n),
  sum('grant', 'promotions', -20_00n, 2n),
  sum('check_in', 'promotions', -1_00n),
  sum('house_move', 'commission', -3_00n),
  sum('house_move', 'clearing:commission', 3_00n),
  sum('commission', 'clearing:commission', -3_00n),
  sum('recharge', 'external:card', -200_00n, 4n),
  sum('recharge_fee', 'fees', 3_00n),
  sum('withdrawal', 'held', 0n),
  sum('withdrawal_paid', 'external:bank', 60_00n, 2n),
  sum('withdrawal_returned', 'external:bank', -20_00n),
];

test('the business of a day follows from the accounts of the house', () => {
  expect(figuresOf(sums, currencies.PLAY)).toEqual({
    recharges: '200.00',
    withdrawals: '40.00',
    fees: '3.00',
    stakes: '100.00',
    refunds: '10.00',
    payouts: '56.00',
    ggr: '34.00',
    promotions: '21.00',
    commission: '3.00',
    ngr: '10.00',
    hold: '37.77',
    bets: 7,
  });
  expect(methodsOf(sums, currencies.PLAY)).toEqual([
    { rail: 'bank', recharges: '0.00', rechargeCount: 0, withdrawals: '40.00', withdrawalCount: 2 },
    { rail: 'card', recharges: '200.00', rechargeCount: 4, withdrawals: '0.00', withdrawalCount: 0 },
  ]);
  expect(promotionsOf(sums, currencies.PLAY)).toEqual([
    { kind: 'check_in', amount: '1.00', count: 1 },
    { kind: 'grant', amount: '20.00', count: 2 },
  ]);
});

test('where nothing is kept of stakes, there is no hold', () => {
  expect(figuresOf([sum('payout', 'payouts', -5_00n)], currencies.PLAY)).toMatchObject({
    ggr: '-5.00',
    bets: 0,
  });
  expect(figuresOf([], currencies.PLAY).hold).toBeUndefined();
});
