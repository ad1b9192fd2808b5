import { expect, test } from 'vitest';
import type { JsonObject } from './canonical-json.ts';
import { decisionsOf, knownScore, recomputePayout } from './settled-bet.ts';

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
  expect(recomputePayout(single, decisionsOf(results, [ruling('a')]))).toBe(0n);
  expect(recomputePayout(single, decisionsOf(results, [ruling('a'), ruling('a', 2)]))).toBe(1850n);
});

test('handicaps count the goals after the bet', () => {
  const bet = { ...single, legs: [{ ...leg('a', 'asian_handicap', 'home', '-0.5'), since: '1-0' }] };
  expect(recomputePayout(bet, decisionsOf([result('a', '1-0')], [ruling('a')]))).toBe(0n);
  expect(recomputePayout(bet, decisionsOf([result('a', '2-0')], [ruling('a')]))).toBe(1850n);
});

test('an accumulator is lost with its first lost leg, and a system needs all results', () => {
  const legs = [leg('a'), leg('b'), leg('c')];
  const two = decisionsOf([result('a', '0-1'), result('b', '1-0')], [ruling('a'), ruling('b')]);
  expect(recomputePayout({ type: 'accumulator', stake: '1000', legs }, two)).toBe(0n);
  const system: JsonObject = { type: 'system', k: 2, stake: '3000', legs };
  expect(recomputePayout(system, two)).toBeUndefined();
  const three = decisionsOf(
    [result('a', '0-1'), result('b', '1-0'), result('c', '3-0')],
    [ruling('a'), ruling('b'), ruling('c')],
  );
  expect(recomputePayout(system, three)).toBe(3422n);
  // A Patent of two winners: both singles and their double.
  expect(recomputePayout({ ...system, k: -1, stake: '7000' }, three)).toBe(7122n);
});

test('a bet on the first half is settled at half time', () => {
  const results = decisionsOf([{ ...result('a', ''), fullTime: null }], [ruling('a')]);
  expect(results.values().map(knownScore).toArray()).toEqual(['0–0']);
  const under = { ...single, legs: [leg('a', 'ht_over_under', 'under', '1')] };
  expect(recomputePayout(under, results)).toBe(1850n);
  expect(recomputePayout(single, results)).toBeUndefined();
});

test('a void counts for its market, line and time, until a later ruling ends it', () => {
  const bet: JsonObject = {
    ...single,
    placedAt: '2026-06-11T19:00:00.000Z',
    legs: [leg('a', 'asian_handicap', 'away', '0.5')],
  };
  const voided = (fields: JsonObject): JsonObject => ({
    market: null,
    line: null,
    struckFrom: null,
    struckUntil: null,
    ...fields,
  });
  const paysWith = (fields: JsonObject, later: readonly JsonObject[] = []) =>
    recomputePayout(
      bet,
      decisionsOf(
        [result('a', '1-0')],
        [ruling('a', 1, { version: 1, void: voided(fields), ends: [] }), ...later],
      ),
    );
  expect(paysWith({})).toBe(1000n);
  expect(paysWith({ market: 'asian_handicap', line: '-0.5' })).toBe(1000n);
  expect(paysWith({ market: 'asian_handicap', line: '0.5' })).toBe(0n);
  expect(paysWith({ market: '1x2' })).toBe(0n);
  expect(paysWith({ struckFrom: '2026-06-11T19:00:00.000Z' })).toBe(1000n);
  expect(paysWith({ struckFrom: '2026-06-11T19:00:00.001Z' })).toBe(0n);
  expect(paysWith({ struckUntil: '2026-06-11T19:00:00.000Z' })).toBe(0n);
  expect(paysWith({}, [ruling('a', 1, { version: 2, ends: [1] })])).toBe(0n);
});

test('a match that was not played to its end follows the rules of that', () => {
  const ended = (outcome: string, bet = single) =>
    recomputePayout(bet, decisionsOf([{ ...result('a', '1-0'), outcome }], [ruling('a')]));
  expect(ended('postponed')).toBe(1000n);
  expect(ended('abandoned')).toBe(1000n);
  expect(ended('abandoned', { ...single, legs: [leg('a', 'over_under', 'over', '0.5')] })).toBe(1850n);
});
