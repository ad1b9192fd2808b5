import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inRounds, requestHashOf } from './posting.ts';

describe('rounds', () => {
  test('hold each wallet once, lose nothing, and keep the order of every wallet', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (wallets) => {
        const items = wallets.map((memberId, n) => ({ memberId, n }));
        const rounds = inRounds(items);
        for (const round of rounds) {
          expect(new Set(round.map(({ item }) => item.memberId)).size).toBe(round.length);
        }
        const placed = rounds.flat();
        expect(placed.map(({ at }) => at).toSorted((a, b) => a - b)).toEqual([...items.keys()]);
        expect(placed.every(({ item, at }) => items[at] === item)).toBe(true);
        for (const wallet of ['a', 'b', 'c', 'd']) {
          const order = placed.filter(({ item }) => item.memberId === wallet).map(({ item }) => item.n);
          expect(order).toEqual(order.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  test('are as few as the busiest wallet needs', () => {
    expect(inRounds([{ memberId: 'a' }, { memberId: 'b' }, { memberId: 'a' }])).toHaveLength(2);
    expect(inRounds([])).toEqual([]);
  });
});

describe('the hash of a request', () => {
  const posting = { kind: 'payout', amountMinor: 5n, counterAccount: 'payouts', ref: 'r' } as const;

  test('differs for every difference of the posting', () => {
    const variants = [
      posting,
      { ...posting, kind: 'grant' },
      { ...posting, amountMinor: -5n },
      { ...posting, counterAccount: 'stakes' as const },
      { ...posting, ref: null },
    ];
    expect(new Set(variants.map(requestHashOf)).size).toBe(variants.length);
  });

  test('is the caller’s own when it has one', () => {
    expect(requestHashOf({ ...posting, requestHash: 'h' })).toBe('h');
  });
});
