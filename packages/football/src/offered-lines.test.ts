import { describe, expect, test } from 'vitest';
import { scoreGrid } from './grid.ts';
import { liveGrid } from './live-grid.ts';
import { type MarketName, markets } from './markets.ts';
import { offeredLines } from './offered-lines.ts';

const means = { homeMean: 1.6, awayMean: 1.1 };
const usual = scoreGrid(means);
const level = scoreGrid({ homeMean: 1.3, awayMean: 1.3 });
const few = scoreGrid({ homeMean: 0.3, awayMean: 0.2 });
const many = scoreGrid({ homeMean: 3.4, awayMean: 0.6 });
const [ht, score] = [
  { home: 0, away: 0 },
  { home: 1, away: 1 },
];
const late = liveGrid(means, { score, ht, minute: 80 });
const over = liveGrid(means, { score, ht, minute: 90 });

test('a market without lines has one price', () => {
  expect(offeredLines(markets['1x2'], usual)).toEqual([undefined]);
  expect(offeredLines(markets.correct_score, over)).toEqual([undefined]);
});

describe('around the line at which both sides are nearest to even', () => {
  test.each<[string, MarketName, typeof usual, string[]]>([
    ['a usual match', 'over_under', usual, ['0.5', '1.5', '2.5', '3.5', '4.5']],
    ['a usual match', 'asian_handicap', usual, ['-1.25', '-1', '-0.75', '-0.5', '-0.25', '0', '0.25']],
    ['a usual match', 'ht_over_under', usual, ['0.5', '1', '1.5']],
    ['a usual match', 'ht_asian_handicap', usual, ['-0.5', '-0.25', '0']],
    ['equal sides', 'asian_handicap', level, ['-0.75', '-0.5', '-0.25', '0', '0.25', '0.5', '0.75']],
    ['equal sides', 'ht_asian_handicap', level, ['-0.25', '0', '0.25']],
    ['few goals', 'over_under', few, ['0.5', '1.5']],
    ['few goals', 'ht_over_under', few, ['0.5']],
    ['many goals', 'over_under', many, ['1.5', '2.5', '3.5', '3.75', '4.5', '5.5']],
    ['a favourite', 'asian_handicap', many, ['-3', '-2.75', '-2.5', '-2.25', '-2', '-1.75', '-1.5']],
    ['a favourite', 'ht_asian_handicap', many, ['-1.5', '-1.25', '-1']],
    ['1-1 late on', 'over_under', late, ['2.25', '2.5', '3.5']],
    ['1-1 late on', 'asian_handicap', late, ['-0.75', '-0.5', '-0.25', '0', '0.25', '0.5', '0.75']],
    ['a half that is over', 'ht_over_under', late, []],
    ['a half that is over', 'ht_asian_handicap', late, []],
    ['a match that is over', 'over_under', over, []],
    ['a match that is over', 'asian_handicap', over, []],
  ])('%s: %s', (_, name, grid, lines) => {
    expect(offeredLines(markets[name], grid)).toEqual(lines);
  });
});

test('a handicap is not offered at a longer lead than it can be counted from, a total is', () => {
  const at = (home: number) => liveGrid(means, { score: { home, away: 1 }, ht, minute: 50 });
  expect(offeredLines(markets.asian_handicap, at(6))).toHaveLength(7);
  expect(offeredLines(markets.asian_handicap, at(7))).toEqual([]);
  const three = liveGrid({ homeMean: 0.9, awayMean: 0.5 }, { score: { home: 6, away: 0 }, ht, minute: 85 });
  expect(offeredLines(markets.over_under, three)).toEqual(['6.25', '6.5']);
});
