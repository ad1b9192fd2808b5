import { expect, it } from 'vitest';
import { ruleOf } from './rule.ts';

it('a bet stands under the rule of its market, or the one that returned its stake', () => {
  expect(ruleOf({ market: 'correct_score' })).toBe('score');
  expect(ruleOf({ market: 'ht_1x2', outcome: 'lose' })).toBe('halfResult');
  expect(ruleOf({ market: 'over_under', outcome: 'half-win' })).toBe('total');
  expect(ruleOf({ market: 'over_under', outcome: 'push' })).toBe('push');
  expect(ruleOf({ market: '1x2', outcome: 'void' })).toBe('void');
  expect(ruleOf({ market: 'corners' })).toBeUndefined();
});
