import { describe, expect, it } from 'vitest';
import { betOf, legOf } from '../record/testing.ts';
import { canBeSold, lifeOf, openStake, saleOf, shareText } from './sale.ts';

const bet = { stake: '10.00' };
const terms = { offer: '27.85', percent: 50, restMin: '1.00', scale: 2 };

describe('a sale', () => {
  it('is a share of the stake that is open and of its offer', () => {
    expect(saleOf(bet, terms)).toEqual({
      openMinor: 1000n,
      partMinor: 500n,
      restMinor: 500n,
      paysMinor: 1392n,
      problem: undefined,
    });
    expect(saleOf({ ...bet, openStake: '4.00' }, { ...terms, percent: 100 })).toMatchObject({
      partMinor: 400n,
      restMinor: 0n,
      paysMinor: 2785n,
    });
  });

  it('names what is too small to sell or to leave', () => {
    expect(saleOf({ stake: '1.50' }, terms)?.problem).toBe('rest_too_small');
    expect(saleOf({ stake: '1.50' }, { ...terms, percent: 100 })?.problem).toBeUndefined();
    expect(saleOf(bet, { ...terms, offer: '0.01', percent: 25 })?.problem).toBe('too_small');
  });

  it('needs a stake and an offer', () => {
    expect(saleOf({ stake: '10.00', openStake: '0.00' }, terms)).toBeUndefined();
    expect(saleOf(bet, { ...terms, offer: 'x' })).toBeUndefined();
  });
});

it('a share is written as the wire takes it', () => {
  expect([5, 25, 50, 100].map(shareText)).toEqual(['0.05', '0.25', '0.50', '1']);
});

it('the open stake is what is left of it', () => {
  expect(openStake(bet)).toBe('10.00');
  expect(openStake({ ...bet, openStake: '2.50' })).toBe('2.50');
});

it('the life of an offer is never longer than it can be', () => {
  const now = Date.parse('2026-06-13T18:30:00.000Z');
  expect(lifeOf('2026-06-13T18:30:05.000Z', now)).toBe(5_000);
  expect(lifeOf('2026-06-13T18:00:00.000Z', now)).toBe(8_000);
  expect(lifeOf('2026-06-13T19:30:00.000Z', now)).toBe(8_000);
});

describe('an offer', () => {
  it('is there while a leg is open and something can still be won', () => {
    expect(canBeSold(betOf(), '96.00')).toBe(true);
    expect(canBeSold(betOf(), '0.00')).toBe(false);
    expect(canBeSold(betOf({ state: 'win' }), '96.00')).toBe(false);
    const decided = betOf({ state: 'in_progress', legs: [legOf({ outcome: 'win' })] });
    expect(canBeSold(decided, '96.00')).toBe(false);
  });
});
