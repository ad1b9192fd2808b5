import { expect, it } from 'vitest';
import { betOf, legOf } from '../../features/record/testing.ts';
import { openTotals } from './open-totals.ts';

it('adds up stakes and returns to the last digit', () => {
  const one = betOf({ stake: '0.10', odds: '2.000', legs: [legOf({ odds: '2.000' })] });
  const two = betOf({ stake: '0.20', odds: '3.005', legs: [legOf({ odds: '3.005' })] });
  expect(openTotals([one, two], 2)).toEqual({ stakes: '0.30', potential: '0.80' });
});

it('counts of a bet sold in part what is still open', () => {
  const part = betOf({ stake: '10.00', openStake: '4.00', odds: '2.500', legs: [legOf({ odds: '2.500' })] });
  expect(openTotals([part], 2)).toEqual({ stakes: '4.00', potential: '10.00' });
});

it('is nothing without bets', () => {
  expect(openTotals([], 2)).toEqual({ stakes: '0.00', potential: '0.00' });
});
