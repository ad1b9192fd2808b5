import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import { currencies } from '@touchline/money/currency';
import { Refused } from '../../core/refusal.ts';
import { readOrder } from './order.ts';

const eventOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
type Leg = Input<'orderAdd'>['legs'][number];
const leg = (n: number): Leg => ({ event: eventOf(n), market: '1x2', selection: 'X', odds: '3.40' });
const legs = (count: number): Leg[] => Array.from({ length: count }, (_, i) => leg(i));
const input = (change: Partial<Input<'orderAdd'>>): Input<'orderAdd'> => ({
  key: 'key-0001',
  type: 'single',
  stake: '10.00',
  accept: 'none',
  legs: legs(1),
  ...change,
});
const read = (change: Partial<Input<'orderAdd'>>) => readOrder(input(change), currencies.PLAY);
const refusal = (change: Partial<Input<'orderAdd'>>) => {
  try {
    read(change);
  } catch (error) {
    if (error instanceof Refused) return { reason: error.reason, rules: error.detail.rules };
    throw error;
  }
  throw new Error('not refused');
};
const validation = (field: string, rule: string) => ({ reason: 'validation', rules: { [field]: rule } });

describe('a request', () => {
  it('is one line of all its legs, or the lines of its system', () => {
    expect(read({})).toMatchObject({ type: 'single', k: 1, lines: 1, unitMinor: 1000n, again: false });
    expect(read({ type: 'accumulator', legs: legs(20) })).toMatchObject({ k: 20, lines: 1 });
    expect(read({ type: 'system', k: 2, legs: legs(3) })).toMatchObject({ k: 2, lines: 3 });
    // A Goliath's fours, and the most lines there may be of twelve legs.
    expect(read({ type: 'system', k: 4, legs: legs(8) })).toMatchObject({ k: 4, lines: 70 });
    expect(read({ type: 'system', k: 6, legs: legs(12) })).toMatchObject({ k: 6, lines: 924 });
    expect(read({ type: 'system', k: 1, legs: legs(20) })).toMatchObject({ k: 1, lines: 20 });
    // Full covers: a Trixie, a Lucky 15 and a Goliath.
    expect(read({ type: 'system', k: -2, legs: legs(3) })).toMatchObject({ k: -2, lines: 4 });
    expect(read({ type: 'system', k: -1, legs: legs(4) })).toMatchObject({ k: -1, lines: 15 });
    expect(read({ type: 'system', k: -2, legs: legs(8) })).toMatchObject({ k: -2, lines: 247 });
  });

  const cases: [string, Partial<Input<'orderAdd'>>, ReturnType<typeof refusal>][] = [
    ['a single of two legs', { legs: legs(2) }, { reason: 'bet_type', rules: undefined }],
    ['an accumulator of one', { type: 'accumulator' }, { reason: 'bet_type', rules: undefined }],
    ['a system of one', { type: 'system', k: 1 }, { reason: 'bet_type', rules: undefined }],
    ['a single with k', { k: 1 }, { reason: 'validation', rules: { k: 'unknown' } }],
    [
      'an accumulator with k',
      { type: 'accumulator', k: 2, legs: legs(2) },
      { reason: 'validation', rules: { k: 'unknown' } },
    ],
    [
      'a system without k',
      { type: 'system', legs: legs(3) },
      { reason: 'validation', rules: { k: 'required' } },
    ],
    ['4 of 3', { type: 'system', k: 4, legs: legs(3) }, { reason: 'validation', rules: { k: 'range' } }],
    ['0 of 3', { type: 'system', k: 0, legs: legs(3) }, { reason: 'validation', rules: { k: 'range' } }],
    [
      'a full cover of two',
      { type: 'system', k: -2, legs: legs(2) },
      { reason: 'validation', rules: { k: 'range' } },
    ],
    [
      'a full cover without a name',
      { type: 'system', k: -1, legs: legs(7) },
      { reason: 'validation', rules: { k: 'range' } },
    ],
    [
      '6 of 13: 1,716 lines',
      { type: 'system', k: 6, legs: legs(13) },
      { reason: 'too_many_lines', rules: undefined },
    ],
    [
      'two legs of one event',
      { type: 'accumulator', legs: [leg(1), leg(2), { ...leg(1), selection: '1' }] },
      { reason: 'same_event', rules: undefined },
    ],
    [
      'an event that is none',
      { legs: [{ ...leg(1), event: 'x' }] },
      { reason: 'not_found', rules: undefined },
    ],
  ];
  it.each(cases)('refuses %s', (_, change, expected) => {
    expect(refusal(change)).toEqual(expected);
  });

  it('names the field of an invalid stake or odds', () => {
    expect(refusal({ stake: '1.001' })).toEqual(validation('stake', 'amount'));
    const bad = { ...leg(2), odds: '0.50' };
    expect(refusal({ type: 'accumulator', legs: [leg(0), leg(1), bad] })).toEqual(
      validation('legs.2.odds', 'odds'),
    );
  });
});

describe('the hash of a bet sent twice', () => {
  it('ignores the order of the legs, the prices, the accepted changes and the key; the request includes them', () => {
    const one = read({ type: 'accumulator', legs: legs(3) });
    const other = read({
      type: 'accumulator',
      legs: legs(3)
        .toReversed()
        .map((each) => ({ ...each, odds: '3.30' })),
      accept: 'any',
      key: 'key-0002',
      stake: '10',
    });
    expect(other.slipHash).toBe(one.slipHash);
    expect(other.requestHash).not.toBe(one.requestHash);
  });

  it('includes selection, stake, type and k, and fits the database', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 3, maxLength: 6 }),
        (events) => {
          const of = (change: Partial<Input<'orderAdd'>>) =>
            read({ type: 'system', k: 2, legs: events.map(leg), ...change }).slipHash;
          const [first = 0, ...rest] = events;
          const others = [
            of({}),
            of({ k: 1 }),
            of({ k: -1 }),
            of({ k: -2 }),
            of({ stake: '10.01' }),
            read({ type: 'accumulator', legs: events.map(leg) }).slipHash,
            of({ legs: rest.map(leg) }),
            of({ legs: [{ ...leg(first), selection: '1' }, ...rest.map(leg)] }),
            of({ legs: [{ ...leg(first), line: '0.5' }, ...rest.map(leg)] }),
          ];
          expect(new Set(others).size).toBe(others.length);
          for (const hash of others) expect(BigInt.asIntN(64, hash)).toBe(hash);
        },
      ),
    );
  });
});
