import type { JsonObject } from '@touchline/verify/canonical-json';
import { expect, test } from 'vitest';
import { knownScore, recomputePayout, resultsInForce } from './recompute.ts';

const leg = (event: string, market = '1x2', selection = '1', line = ''): JsonObject => ({
  event,
  line,
  market,
  odds: 1850,
  selection,
  since: '',
});
const result = (event: string, fullTime: string, version = 1): JsonObject => ({
  event,
  fullTime,
  halfTime: '0-0',
  outcome: 'played',
  version,
});
const ruling = (event: string, version = 1, more: JsonObject = {}): JsonObject => ({
  event,
  result: version,
  void: null,
  ...more,
});
const single: JsonObject = { type: 'single', stake: '1000', legs: [leg('a')] };

test('a single pays by the result in force', () => {
  const results = [result('a', '0-1'), result('a', '2-1', 2)];
  expect(recomputePayout(single, resultsInForce(results, [ruling('a')]))).toBe(0n);
  expect(recomputePayout(single, resultsInForce(results, [ruling('a'), ruling('a', 2)]))).toBe(1850n);
});

test('handicaps count the goals after the bet', () => {
  const bet = { ...single, legs: [{ ...leg('a', 'asian_handicap', 'home', '-0.5'), since: '1-0' }] };
  expect(recomputePayout(bet, resultsInForce([result('a', '1-0')], [ruling('a')]))).toBe(0n);
  expect(recomputePayout(bet, resultsInForce([result('a', '2-0')], [ruling('a')]))).toBe(1850n);
});

test('an accumulator is lost with its first lost leg, and a system needs all results', () => {
  const legs = [leg('a'), leg('b'), leg('c')];
  const two = resultsInForce([result('a', '0-1'), result('b', '1-0')], [ruling('a'), ruling('b')]);
  expect(recomputePayout({ type: 'accumulator', stake: '1000', legs }, two)).toBe(0n);
  const system: JsonObject = { type: 'system', k: 2, stake: '3000', legs };
  expect(recomputePayout(system, two)).toBeUndefined();
  two.set('c', { event: 'c', fullTime: '3-0', halfTime: '1-0' });
  expect(recomputePayout(system, two)).toBe(3422n);
});

test('a bet on the first half is settled at half time', () => {
  const results = resultsInForce([{ ...result('a', ''), fullTime: null }], [ruling('a')]);
  expect(results.values().map(knownScore).toArray()).toEqual(['0–0']);
  const under = { ...single, legs: [leg('a', 'ht_over_under', 'under', '1')] };
  expect(recomputePayout(under, results)).toBe(1850n);
  expect(recomputePayout(single, results)).toBeUndefined();
});

test('a void or an abandoned match rests on more than a score', () => {
  const isVoid = ruling('a', 1, { void: { market: null } });
  expect(recomputePayout(single, resultsInForce([result('a', '1-0')], [isVoid]))).toBeUndefined();
  const stopped = { ...result('a', '1-0'), outcome: 'abandoned' };
  expect(recomputePayout(single, resultsInForce([stopped], [ruling('a')]))).toBeUndefined();
});
