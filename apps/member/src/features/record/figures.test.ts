import type { Bet, BetLeg } from '@touchline/contract/shapes/bet';
import { describe, expect, it, test } from 'vitest';
import { incomeOf, potentialNow, rateOfReturn, openTotals } from './figures.ts';
import { betOf, legOf } from './testing.ts';

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

const leg = (odds: string, outcome?: BetLeg['outcome']): BetLeg =>
  legOf({ event: `e${odds}`, odds, outcome });
const bet = (over: Partial<Bet>): Bet =>
  betOf({ type: 'accumulator', odds: '6.00', potential: '60.00', legs: [leg('2.00'), leg('3.00')], ...over });

describe('what an open bet can still bring', () => {
  it('is its potential return as placed', () => {
    expect(potentialNow(bet({}), 2)).toBe('60.00');
  });

  it('is that of the stake that was not sold', () => {
    expect(potentialNow(bet({ openStake: '2.50' }), 2)).toBe('15.00');
  });

  it('follows the legs that are decided', () => {
    expect(potentialNow(bet({ legs: [leg('2.00', 'void'), leg('3.00')] }), 2)).toBe('30.00');
    expect(potentialNow(bet({ legs: [leg('2.00', 'half-win'), leg('3.00')] }), 2)).toBe('45.00');
    expect(potentialNow(bet({ legs: [leg('2.00', 'lose'), leg('3.00')] }), 2)).toBe('0.00');
  });

  it('of a system is over the lines that can still win', () => {
    const system = bet({
      type: 'system',
      k: 2,
      lines: 3,
      stake: '30.00',
      legs: [leg('2.00'), leg('3.00', 'lose'), leg('4.00')],
    });
    expect(potentialNow(system, 2)).toBe('80.00');
  });

  it('is what the book says where the app cannot read the odds', () => {
    expect(potentialNow(bet({ legs: [leg('x')] }), 2)).toBe('60.00');
  });

  it('follows a decided builder by the prices it was struck at', () => {
    const builder = (...outcomes: BetLeg['outcome'][]): BetLeg =>
      legOf({
        event: 'e9',
        market: 'builder',
        selection: 'all',
        odds: '6.00',
        outcome: outcomes.includes('lose') ? 'lose' : 'win',
        subsets: ['1', '2.00', '4.00', '6.00'],
        parts: outcomes.map((outcome, at) => ({
          market: '1x2',
          selection: String(at),
          odds: '2.00',
          outcome,
        })),
      });
    const with2 = (first: BetLeg) => potentialNow(bet({ legs: [first, leg('3.00')] }), 2);
    expect(with2(builder('win', 'win'))).toBe('180.00');
    expect(with2(builder('win', 'push'))).toBe('60.00');
    expect(with2(builder('void', 'win'))).toBe('120.00');
    expect(with2(builder('half-win', 'win'))).toBe('150.00');
    expect(with2(builder('lose', 'win'))).toBe('0.00');
    expect(with2({ ...builder('win', 'push'), subsets: [] })).toBe('60.00');
  });
});

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
