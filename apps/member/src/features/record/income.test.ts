import { expect, test } from 'vitest';
import { incomeOf, rateOfReturn } from './income.ts';
import { betOf } from './testing.ts';

test('an open bet would bring its potential return less its stake', () => {
  expect(incomeOf(betOf(), 2)).toBe('86.00');
  expect(incomeOf(betOf({ state: 'in_progress' }), 2)).toBe('86.00');
});

test('a settled bet brought what was paid less its stake', () => {
  expect(incomeOf(betOf({ state: 'win', payout: '96.00' }), 2)).toBe('86.00');
  expect(incomeOf(betOf({ state: 'lose' }), 2)).toBe('-10.00');
  expect(incomeOf(betOf({ state: 'refund', payout: '10.00' }), 2)).toBe('0.00');
});

test('what a part was sold for is income too', () => {
  expect(incomeOf(betOf({ state: 'lose', cashOut: '7.50' }), 2)).toBe('-2.50');
  expect(incomeOf(betOf({ state: 'win', payout: '48.00', cashOut: '7.50' }), 2)).toBe('45.50');
});

test('an amount that cannot be read has no income', () => {
  expect(incomeOf(betOf({ stake: 'x' }), 2)).toBeUndefined();
});

test('the rate of return is the odds less one, in percent', () => {
  expect(rateOfReturn('2.35')).toBe('135');
  expect(rateOfReturn('1.01')).toBe('1');
  expect(rateOfReturn('x')).toBeUndefined();
});
