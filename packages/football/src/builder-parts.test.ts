import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderedParts, partsText, readParts } from './builder-parts.ts';
import { anyPart } from './testing/builder-brute.ts';

const since = fc.option(fc.record({ home: fc.nat({ max: 12 }), away: fc.nat({ max: 12 }) }), {
  nil: undefined,
});
const parts = fc.array(
  fc
    .tuple(anyPart, since)
    .map(([part, score]) =>
      score !== undefined && part.market.endsWith('asian_handicap') ? { ...part, since: score } : part,
    ),
  { minLength: 1, maxLength: 6 },
);

describe('the text of parts', () => {
  test('is read as it was written, in the one order', () => {
    fc.assert(
      fc.property(parts, (each) => {
        expect(readParts(partsText(each))).toEqual(orderedParts(each));
        expect(partsText(each.toReversed())).toBe(partsText(each));
        expect(partsText(each)).not.toMatch(/[\s,{}"\\|]/);
      }),
    );
  });

  test('has the markets as they are shown, then lines and selections', () => {
    const text = partsText([
      { market: 'asian_handicap', selection: 'home', line: '-0.5', since: { home: 1, away: 0 } },
      { market: 'btts', selection: 'no' },
      { market: 'over_under', selection: 'under', line: '3.5' },
      { market: 'over_under', selection: 'over', line: '1.5' },
      { market: '1x2', selection: '2' },
    ]);
    expect(text).toBe('1x2:2;over_under:over:1.5;over_under:under:3.5;asian_handicap:home:-0.5:1-0;btts:no');
  });

  test.each([
    '',
    ';',
    '1x2',
    '1x2:3',
    '1x2:1:',
    '1x2:1::1-0',
    '1x2:1;',
    'btts:no;1x2:1',
    'over_under:over',
    'over_under:over:',
    'over_under:over:+2.5',
    'over_under:over:2.50',
    'over_under:over:9',
    'asian_handicap:home:-0.5:1',
    'asian_handicap:home:-0.5:1-0:',
    'asian_handicap:home:-0.5:01-0',
    'no_market:1',
    'constructor:1',
    '1x2:1;1x2:2;1x2:X;btts:yes;btts:no;odd_even:odd;odd_even:even',
  ])('%j is none', (text) => {
    expect(readParts(text)).toBeUndefined();
  });
});
