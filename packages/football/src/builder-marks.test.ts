import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BuilderMarks } from './builder-marks.ts';
import { type BuilderPart, areRivals, orderedParts } from './builder-parts.ts';
import { builderPrice } from './builder.ts';
import { scoreGrid } from './grid.ts';
import { anyMatch, anyPart, gridOf, struckOn } from './testing/builder-brute.ts';

const grid = scoreGrid({ homeMean: 1.6, awayMean: 1.1 });

/** "over_under:over:2.5" as a part. */
const part = (text: string): BuilderPart => {
  const [market = '', selection = '', line] = text.split(':');
  return { market, selection, line };
};
const mark = (candidate: string, ...picked: string[]) =>
  new BuilderMarks(grid, picked.map(part)).of(part(candidate));

describe('a selection that is not picked yet', () => {
  test.each([
    ['over_under:over:0.5', '1x2:1', 'redundant'],
    ['double_chance:1X', '1x2:1', 'redundant'],
    ['draw_no_bet:1', '1x2:1', 'redundant'],
    ['draw_no_bet:2', '1x2:1', 'impossible'],
    ['double_chance:X2', '1x2:1', 'impossible'],
    ['correct_score:0-0', '1x2:1', 'impossible'],
    ['correct_score:1-0', '1x2:1', undefined],
    ['over_under:over:2.5', '1x2:1', undefined],
    // What the candidate itself implies is not wrong with the candidate.
    ['1x2:1', 'double_chance:1X', undefined],
  ])('%s with %s: %s', (candidate, picked, expected) => {
    expect(mark(candidate, picked)).toBe(expected);
  });

  test('takes the place of its rival, and is judged without it', () => {
    expect(mark('1x2:2', '1x2:1')).toBe(undefined);
    expect(mark('1x2:2', '1x2:1', 'correct_score:1-0')).toBe('impossible');
    expect(mark('over_under:under:2.5', 'over_under:over:2.5', 'btts:yes')).toBe(undefined);
    // Other lines are other markets.
    expect(mark('over_under:under:1.5', 'over_under:over:2.5')).toBe('impossible');
  });

  test('is not marked when it is picked, and when there are as many as a builder takes', () => {
    expect(mark('1x2:1', '1x2:1', 'btts:yes')).toBe(undefined);
    const six = ['1x2:1', 'btts:yes', 'over_under:over:2.5', 'ht_1x2:X', 'odd_even:odd', 'ht_btts:yes'];
    expect(mark('correct_score:0-0', ...six)).toBe(undefined);
    expect(mark('correct_score:0-0', ...six.slice(1))).toBe('impossible');
  });

  test('is marked as the price of all of them together is refused', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyMatch, fc.array(anyPart, { minLength: 2, maxLength: 4 }), (match, texts) => {
        const on = gridOf(match);
        const [candidate, ...picked] = struckOn(match, texts);
        if (candidate === undefined) return;
        const others = picked.filter((each) => !areRivals(each, candidate));
        const isPicked = picked.some((each) => JSON.stringify(each) === JSON.stringify(candidate));
        if (others.length === 0 || isPicked) return;
        const parts = orderedParts([...others, candidate]);
        const price = builderPrice(on, parts, { own: parts.map(() => 2000) });
        const isImplied = price.state === 'redundant' && price.parts.includes(parts.indexOf(candidate));
        const expected = price.state === 'impossible' ? 'impossible' : isImplied ? 'redundant' : undefined;
        expect(new BuilderMarks(on, picked).of(candidate)).toBe(expected);
        seen.add(expected ?? 'fits');
      }),
      { numRuns: 60 },
    );
    expect([...seen].toSorted()).toEqual(['fits', 'impossible', 'redundant']);
  });
});
