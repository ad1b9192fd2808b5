import { describe, expect, it } from 'vitest';
import { marketNames } from '@touchline/football/markets';
import type { Leg } from '@touchline/contract/shapes/bet';
import { rulesOf } from './rule.ts';
import { legOf } from './testing.ts';

const leg = (market: string, outcome?: Leg['outcome']): Leg =>
  legOf({ market, ...(outcome === undefined ? {} : { outcome }) });
const ruleOf = (market: string, outcome?: Leg['outcome']) => rulesOf({ legs: [leg(market, outcome)] });

describe('the rules of a bet', () => {
  it('are that of its market, or the one that returned its stake', () => {
    expect(ruleOf('correct_score')).toEqual([{ section: 'correct_score', rule: 'correct_score' }]);
    expect(ruleOf('ht_1x2', 'lose')).toEqual([{ section: 'result_1x2', rule: 'ht_1x2' }]);
    expect(ruleOf('over_under', 'half-win')).toEqual([{ section: 'over_under', rule: 'over_under' }]);
    expect(ruleOf('over_under', 'push')).toEqual([{ section: 'over_under', rule: 'push' }]);
    expect(ruleOf('1x2', 'void')).toEqual([{ section: 'void', rule: 'void' }]);
    expect(ruleOf('corners')).toEqual([{ section: 'score', rule: undefined }]);
  });

  it('are those the book decided by, where it says so', () => {
    const decided = legOf({ market: 'btts', outcome: 'lose', rule: 'corrections' });
    expect(rulesOf({ legs: [decided] })).toEqual([{ section: 'corrections', rule: 'btts' }]);
  });

  it('stand once each, in the order of the legs', () => {
    const legs = ['1x2', 'btts', '1x2'].map((market) => leg(market));
    expect(rulesOf({ legs }).map(({ rule }) => rule)).toEqual(['1x2', 'btts']);
  });

  it('are known for every market', () => {
    for (const market of marketNames) expect(ruleOf(market)[0]?.rule).toBeDefined();
  });
});
