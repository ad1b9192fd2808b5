import { limits } from '@touchline/contract/limits';
import { orderedParts } from '@touchline/football/builder-parts';
import { isMarketName, marketNames } from '@touchline/football/markets';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf, type LegRef } from './selection.ts';
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
/** Selections of a match that go into one, as all keep them. */
const builder = fc
  .record({
    event: fc.stringMatching(/^[\w-]{1,36}$/),
    parts: fc.shuffledSubarray(
      [
        { market: '1x2', selection: '1' },
        { market: 'over_under', selection: 'over', line: '2.5' },
        { market: 'asian_handicap', selection: 'away', line: '0.75' },
        { market: 'ht_ft', selection: '1/X' },
        { market: 'ht_correct_score', selection: '1-0' },
        { market: 'btts', selection: 'yes' },
      ],
      { minLength: limits.builderPartsMin, maxLength: limits.builderPartsMax },
    ),
  })
  .map(({ event, parts }): LegRef => ({
    event,
    market: 'builder',
    selection: 'all',
    parts: orderedParts(parts),
  }));
const shared: fc.Arbitrary<SharedBet> = fc.record({
  tab: fc.constantFrom('single' as const, 'accumulator' as const, 'system' as const),
  k: fc.option(fc.integer({ min: 2, max: limits.legsMax }), { nil: undefined }),
  legs: fc.uniqueArray(fc.oneof(leg, builder), { minLength: 1, maxLength: limits.legsMax, selector: idOf }),
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

  it('keeps to selections of known markets and to as many as a bet may have, no matter what is written', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.string()).map((parts) => parts.join('~')),
        ),
        (text) => {
          const read = readShared(text);
          if (read === undefined) return;
          expect(read.legs.every(({ market }) => isMarketName(market) || market === 'builder')).toBe(true);
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
    ['a builder of one selection', 'single~7,builder,1x2:1'],
    ['a builder of a selection that is none', 'single~7,builder,1x2:1;over_under:over:99.5'],
    ['a builder without its match', 'single~,builder,1x2:1;btts:yes'],
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

  it('of a builder has its selections in their order, without what the bet added to them', () => {
    const parts = [
      { market: 'over_under', selection: 'over', line: '2.5', odds: '1.90', outcome: 'win' as const },
      { market: '1x2', selection: '1', odds: '2.00', since: { home: 1, away: 0 } },
    ];
    const legs = [{ event: '7', market: 'builder', selection: 'all', parts }];
    expect(writeShared(sharedOf({ type: 'single', legs }))).toBe(
      'single~7,builder,1x2:1;over_under:over:2.5',
    );
  });
});
