import { limits } from '@touchline/contract/limits';
import { isMarketName, marketNames } from '@touchline/football/markets';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf } from './selection.ts';
import { readShared, type SharedBet, sharedOf, writeShared } from './shared-bet.ts';

const leg = fc.record(
  {
    event: fc.stringMatching(/^[\w-]{1,36}$/),
    market: fc.constantFrom(...marketNames),
    selection: fc.constantFrom('1', 'X', '2', '1/X', '2-1', 'over', 'other_home'),
    line: fc.constantFrom('2.5', '-0.75', '+1', undefined),
  },
  { requiredKeys: ['event', 'market', 'selection', 'line'] },
);
const shared: fc.Arbitrary<SharedBet> = fc.record({
  tab: fc.constantFrom('single' as const, 'accumulator' as const, 'system' as const),
  k: fc.option(fc.integer({ min: 2, max: limits.legsMax }), { nil: undefined }),
  legs: fc.uniqueArray(leg, { minLength: 1, maxLength: limits.legsMax, selector: idOf }),
});

describe('a bet in an address', () => {
  it('reads as it was written, also through a query', () => {
    fc.assert(
      fc.property(shared, (bet) => {
        const query = new URLSearchParams({ bet: writeShared(bet) }).toString();
        expect(readShared(new URLSearchParams(query).get('bet') ?? '')).toEqual(bet);
      }),
    );
  });

  it('keeps to selections of known markets and to as many as a bet may have, whatever is written', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.string()).map((parts) => parts.join('~')),
        ),
        (text) => {
          const read = readShared(text);
          if (read === undefined) return;
          expect(read.legs.every(({ market }) => isMarketName(market))).toBe(true);
          expect(read.legs.length).toBeLessThanOrEqual(limits.legsMax);
        },
      ),
    );
    const many = Array.from({ length: limits.legsMax + 5 }, (_, at) => `e${at},1x2,1`);
    expect(readShared(['accumulator', ...many].join('~'))?.legs).toHaveLength(limits.legsMax);
  });

  it.each([
    ['nothing', ''],
    ['no selection', 'accumulator'],
    ['a market that is none', 'single~7,no_market,1'],
    ['markup', 'single~<b>,1x2,1'],
    ['a part too many', 'single~7,1x2,1,2.5,x'],
  ])('is none with %s', (_what, text) => {
    expect(readShared(text)).toBeUndefined();
  });

  it('leaves out what is none and what is there twice', () => {
    expect(readShared('poker-99~7,1x2,1~7,1x2,1~8,1x2')).toEqual({
      tab: undefined,
      k: undefined,
      legs: [{ event: '7', market: '1x2', selection: '1', line: undefined }],
    });
  });

  it('of a placed bet has its selections and its kind, and no stake', () => {
    const legs = [{ event: '7', market: '1x2', selection: '1' }];
    expect(writeShared(sharedOf({ type: 'system', k: 2, legs }))).toBe('system-2~7,1x2,1');
  });
});
