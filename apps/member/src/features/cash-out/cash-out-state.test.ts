import { describe, expect, it } from 'vitest';
import { betOf, legOf } from '../record/testing.ts';
import {
  canBeSold,
  type CashOutAction,
  cashOutReducer,
  type CashOutState,
  leastOf,
  lifeOf,
  openStake,
  saleOf,
  shareText,
} from './cash-out-state.ts';

const quote = (offer: string) => ({
  quote: `q ${offer}`,
  fair: '29.01',
  fee: '1.16',
  offer,
  expiresAt: '2026-06-13T18:30:08.000Z',
});
const attempt = { key: 'key-00000001', bet: 'b1', quote: 'q 27.85', share: '0.5' };
const run = (...actions: CashOutAction[]): CashOutState =>
  actions.reduce(cashOutReducer, { phase: 'asking', before: undefined });
const offered: CashOutAction = { type: 'offered', quote: quote('27.85'), lifeMs: 8_000 };

describe('cashing out', () => {
  it('renews an offer that ran out and remembers the one before', () => {
    const renewed = run(offered, { type: 'ask' }, { ...offered, quote: quote('27.10') });
    expect(renewed).toMatchObject({
      phase: 'offered',
      quote: { offer: '27.10' },
      before: { offer: '27.85' },
    });
  });

  it('asks again when the offer has moved, and says so', () => {
    const moved = run(
      offered,
      { type: 'send', attempt },
      { type: 'refused', reason: 'quote_moved', text: 'moved' },
    );
    expect(moved).toMatchObject({ phase: 'asking', note: 'moved', before: { offer: '27.85' } });
    expect(cashOutReducer(moved, offered)).toMatchObject({ phase: 'offered', note: 'moved' });
  });

  it('ends with a plain no while nothing is offered', () => {
    expect(run({ type: 'none', text: 'suspended' })).toEqual({ phase: 'none', text: 'suspended' });
    const late = run(
      offered,
      { type: 'send', attempt },
      { type: 'refused', reason: 'no_cash_out', text: 'over' },
    );
    expect(late).toEqual({ phase: 'none', text: 'over' });
  });

  it('keeps the key of an attempt whose reply was lost', () => {
    const lost = run(offered, { type: 'send', attempt }, { type: 'unheard' });
    expect(lost).toMatchObject({ phase: 'unheard', attempt });
    expect(cashOutReducer(lost, { type: 'send', attempt })).toMatchObject({ phase: 'selling', attempt });
  });

  it('does not renew an offer while it is being taken', () => {
    const selling = run(offered, { type: 'send', attempt });
    expect(cashOutReducer(selling, { type: 'ask' })).toBe(selling);
    expect(cashOutReducer(selling, offered)).toBe(selling);
    expect(cashOutReducer(selling, { type: 'none', text: 'x' })).toBe(selling);
  });
});

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

describe('the least offer that is taken after a wait', () => {
  it.each([
    ['100.00', '95.00'],
    ['27.85', '26.45'],
    ['0.01', '0.01'],
  ])('for %s is %s', (offer, least) => {
    expect(leastOf(offer, 2)).toBe(least);
  });
});
