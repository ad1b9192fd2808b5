import { describe, expect, it } from 'vitest';
import { readRefusal } from './refusal.ts';

describe('a refusal', () => {
  it('keeps the bound and the text', () => {
    expect(readRefusal({ reason: 'stake_max', details: { max: '4.00' } }, 'Too much.')).toEqual({
      reason: 'stake_max',
      text: 'Too much.',
      max: '4.00',
      legs: [],
    });
  });

  it('reads the new legs, and passes over what is none', () => {
    const leg = {
      event: 'e1',
      market: 'over_under',
      line: '2.5',
      selection: 'over',
      odds: '1.80',
      state: 'open',
    };
    const legs = [leg, { ...leg, odds: null }, { event: 'e1' }, 'x', null];
    expect(readRefusal({ reason: 'price_changed', details: { legs } }, '').legs).toEqual([
      { event: 'e1', market: 'over_under', line: '2.5', selection: 'over', odds: '1.80', state: 'open' },
      { event: 'e1', market: 'over_under', line: '2.5', selection: 'over', odds: null, state: 'open' },
    ]);
    expect(readRefusal({ reason: 'price_changed', details: { legs: 'x' } }, '').legs).toEqual([]);
  });
});
