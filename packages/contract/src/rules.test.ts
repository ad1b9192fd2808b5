import { describe, expect, it } from 'vitest';
import { publishedRules, ruleOfMarket, rulesVersion } from './rules.ts';

describe('the published rules', () => {
  it('begin with the version that bets are placed under', () => {
    expect(publishedRules[0].version).toBe(rulesVersion);
  });

  it.each([
    ['1x2', 'result_1x2'],
    ['ht_1x2', 'result_1x2'],
    ['ht_asian_handicap', 'asian_handicap'],
    ['ht_ft', 'ht_ft'],
    ['correct_score', 'correct_score'],
    ['builder', 'builder'],
    ['corners', 'score'],
  ])('%s settles by %s', (market, section) => {
    expect(ruleOfMarket(market)).toBe(section);
  });
});
