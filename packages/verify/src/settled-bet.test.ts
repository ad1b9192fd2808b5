import { describe, expect, test } from 'vitest';
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

const part = (market: string, selection: string, line = '', since = ''): JsonObject => ({
  line,
  market,
  selection,
  since,
  version: 1,
});
/** 2.00 and 1.50 alone, 2.80 together. */
const builder = (first: JsonObject, second: JsonObject): JsonObject => ({
  ...leg('a', 'builder', 'all'),
  odds: 2800,
  parts: [first, second],
  subsets: [1000, 2000, 1500, 2800],
});
const home = part('1x2', '1');
const both = part('btts', 'yes');

describe('a bet builder', () => {
  const pays = (first: JsonObject, second: JsonObject, fullTime: string) =>
    recomputePayout(
      { ...single, legs: [builder(first, second)] },
      decisionsOf([result('a', fullTime)], [ruling('a')]),
    );

  test('pays the price of the parts that won', () => {
    expect(pays(home, both, '2-1')).toBe(2800n);
    expect(pays(home, both, '1-1')).toBe(0n);
    expect(pays(part('draw_no_bet', '1'), both, '1-1')).toBe(1500n);
    expect(pays(part('over_under', 'over', '3'), part('asian_handicap', 'home', '-1'), '2-1')).toBe(1000n);
    expect(pays(part('over_under', 'over', '2.75'), both, '2-1')).toBe(2150n);
    expect(pays(home, part('asian_handicap', 'home', '-0.5', '2-0'), '3-1')).toBe(0n);
  });

  test('is lost at half time by a part of that half, and open otherwise', () => {
    const results = decisionsOf([{ ...result('a', ''), fullTime: null }], [ruling('a')]);
    const at = (first: JsonObject, second: JsonObject) =>
      recomputePayout({ ...single, legs: [builder(first, second)] }, results);
    expect(at(part('ht_1x2', '1'), home)).toBe(0n);
    expect(at(part('ht_1x2', 'X'), home)).toBeUndefined();
  });

  test('leaves a void part out, and is returned when all are', () => {
    const bet: JsonObject = {
      ...single,
      placedAt: '2026-06-11T19:00:00.000Z',
      legs: [builder(home, both)],
    };
    const voided = (market: string | null, fullTime: string) =>
      recomputePayout(
        bet,
        decisionsOf(
          [result('a', fullTime)],
          [
            ruling('a', 1, {
              version: 1,
              void: { market, line: null, struckFrom: null, struckUntil: null },
              ends: [],
            }),
          ],
        ),
      );
    expect(voided('btts', '1-0')).toBe(2000n);
    expect(voided('1x2', '1-2')).toBe(1500n);
    expect(voided('1x2', '0-2')).toBe(0n);
    expect(voided(null, '0-2')).toBe(1000n);
  });

  test('of an abandoned match keeps the parts that are decided', () => {
    const ended = (outcome: string, second: JsonObject) =>
      recomputePayout(
        { ...single, legs: [builder(home, second)] },
        decisionsOf([{ ...result('a', '1-0'), outcome }], [ruling('a')]),
      );
    expect(ended('abandoned', both)).toBe(1000n);
    expect(ended('abandoned', part('over_under', 'over', '0.5'))).toBe(1500n);
    expect(ended('abandoned', part('over_under', 'under', '0.5'))).toBe(0n);
    expect(ended('cancelled', both)).toBe(1000n);
  });

  test('multiplies with the other legs of an accumulator and of a system', () => {
    const decisions = decisionsOf(
      [result('a', '1-1'), result('b', '1-0'), result('c', '0-0')],
      [ruling('a'), ruling('b'), ruling('c')],
    );
    const legs = [builder(part('draw_no_bet', '1'), both), leg('b'), leg('c')];
    const bet = (type: string, more: JsonObject): JsonObject => ({ type, stake: '3000', legs, ...more });
    expect(recomputePayout(bet('accumulator', {}), decisions)).toBe(0n);
    expect(recomputePayout(bet('accumulator', { legs: legs.slice(0, 2) }), decisions)).toBe(8325n);
    expect(recomputePayout(bet('system', { k: 2 }), decisions)).toBe(2775n);
  });

  test('is none without its prices', () => {
    const spoilt = { ...builder(home, both), subsets: [1000, 2000] };
    const decisions = decisionsOf([result('a', '2-1')], [ruling('a')]);
    expect(() => recomputePayout({ ...single, legs: [spoilt] }, decisions)).toThrow(RangeError);
    expect(() => recomputePayout({ ...single, legs: [leg('a', 'builder', 'all')] }, decisions)).toThrow(
      RangeError,
    );
  });
});
