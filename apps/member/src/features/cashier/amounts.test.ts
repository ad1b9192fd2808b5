import { expect, it } from 'vitest';
import { turnoverPercent } from './amounts.ts';

const bet = (counted: string, left: string) => ({ kind: 'bet' as const, counted, left });
const recharge = (counted: string, left: string) => ({ kind: 'recharge' as const, counted, left });

it('is what the bets have taken of all that was owed', () => {
  expect(turnoverPercent([bet('25.00', '75.00'), recharge('-100.00', '100.00')], '75.00', 2)).toBe(25);
  expect(turnoverPercent([recharge('-100.00', '100.00')], '100.00', 2)).toBe(0);
});

it('starts again when nothing was owed', () => {
  const before = [bet('100.00', '0.00'), recharge('-100.00', '100.00')];
  expect(turnoverPercent([bet('10.00', '40.00'), recharge('-50.00', '50.00'), ...before], '40.00', 2)).toBe(
    20,
  );
});

it('is done when nothing is left, and begins at nothing', () => {
  expect(turnoverPercent([], '0.00', 2)).toBe(100);
  expect(turnoverPercent([], '12.00', 2)).toBe(0);
});
