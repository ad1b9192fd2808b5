import { expect, test } from 'vitest';
import { decilesOf, slopeOf } from './calibration.ts';

/** So many cases of a chance, of which a share comes. */
const cases = (count: number, chance: number, share: number) =>
  Array.from({ length: count }, (_, index) => ({ chance, came: index < count * share }));

test('deciles are groups of the same size, by chance', () => {
  const all = [...cases(50, 0.8, 0.7), ...cases(50, 0.2, 0.3)];
  const deciles = decilesOf(all);
  expect(deciles.map((each) => each.cases)).toEqual(Array.from({ length: 10 }, () => 10));
  expect(deciles.map((each) => each.said.toFixed(1))).toEqual([
    ...Array.from({ length: 5 }, () => '0.2'),
    ...Array.from({ length: 5 }, () => '0.8'),
  ]);
});

test('the slope says how far log odds go too far', () => {
  const right = [...cases(1000, 0.25, 0.25), ...cases(1000, 0.75, 0.75)];
  expect(slopeOf(right).slope).toBeCloseTo(1, 9);
  // Said 0.9 and 0.1, came 0.75 and 0.25: half the log odds.
  const extreme = [...cases(1000, 0.1, 0.25), ...cases(1000, 0.9, 0.75)];
  expect(slopeOf(extreme).slope).toBeCloseTo(Math.log(3) / Math.log(9), 9);
  expect(slopeOf(extreme).error).toBeCloseTo(1 / Math.sqrt(2000 * 0.1875 * Math.log(9) ** 2), 6);
});
