import { describe, expect, it } from 'vitest';
import { limits } from '@touchline/contract/limits';
import { isDraft, toggled, without } from './draft-store.ts';

const home = { market: '1x2', selection: '1' };
const away = { market: '1x2', selection: '2' };
const over = { market: 'over_under', selection: 'over', line: '2.5' };
const score = { market: 'ht_correct_score', selection: '1-0' };

describe('a tap on a price while a bet is put together', () => {
  it('puts the selection in, and takes it out again', () => {
    const one = toggled([], home);
    expect(one).toEqual([home]);
    expect(toggled(one ?? [], home)).toEqual([]);
  });

  it('keeps the order in which they were picked', () => {
    expect(toggled([score, over], home)).toEqual([score, over, home]);
  });

  it('changes the selection of a market where only one can win', () => {
    expect(toggled([home, over], away)).toEqual([away, over]);
    expect(toggled([over], { ...over, selection: 'under' })).toEqual([{ ...over, selection: 'under' }]);
  });

  it('knows the two sides of one handicap by the line on the board', () => {
    const backed = { market: 'asian_handicap', selection: 'home', line: '-0.5' };
    const other = { market: 'asian_handicap', selection: 'away', line: '0.5' };
    expect(toggled([backed], other)).toEqual([other]);
    expect(toggled([backed], { ...other, line: '1' })).toHaveLength(2);
  });

  it('adds another line, and another of two covered results', () => {
    expect(toggled([over], { ...over, selection: 'under', line: '4.5' })).toHaveLength(2);
    const double = { market: 'double_chance', selection: '1X' };
    expect(toggled([double], { ...double, selection: '12' })).toHaveLength(2);
  });

  it('takes no more than a builder may have, but still changes and removes', () => {
    const full = Array.from({ length: limits.builderPartsMax }, (_, at) => ({ ...over, line: `${at}.5` }));
    expect(toggled(full, home)).toBeUndefined();
    expect(toggled(full, { ...over, selection: 'under', line: '1.5' })).toHaveLength(limits.builderPartsMax);
    expect(toggled(full, { ...over, line: '1.5' })).toHaveLength(limits.builderPartsMax - 1);
  });

  it('removes one by what it says', () => {
    expect(without([home, over], { ...home })).toEqual([over]);
  });
});

it('a remembered draft is one only if it can be read', () => {
  expect(isDraft({ isOn: true, parts: [home] })).toBe(true);
  for (const value of [undefined, null, {}, { isOn: 1, parts: [] }, { isOn: true }]) {
    expect(isDraft(value)).toBe(false);
  }
});
