import { expect, test } from 'vitest';
import { decilesOf, powerOf, slopeOf } from './calibration.ts';

/** A number of cases with the same chance, of which a share comes. */
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

test('the slope measures how far log odds go too far', () => {
  const right = [...cases(1000, 0.25, 0.25), ...cases(1000, 0.75, 0.75)];
  expect(slopeOf(right).slope).toBeCloseTo(1, 9);
  // Said 0.9 and 0.1, came 0.75 and 0.25: half the log odds.
  const extreme = [...cases(1000, 0.1, 0.25), ...cases(1000, 0.9, 0.75)];
  expect(slopeOf(extreme).slope).toBeCloseTo(Math.log(3) / Math.log(9), 9);
  expect(slopeOf(extreme).error).toBeCloseTo(1 / Math.sqrt(2000 * 0.1875 * Math.log(9) ** 2), 6);
});

test('the power is below 1 where chances of a match go too far', () => {
  const answered = (chances: readonly number[], counts: readonly number[]) =>
    counts.flatMap((count, came) => Array.from({ length: count }, () => ({ chances, came })));
  expect(powerOf(answered([0.5, 0.3, 0.2], [50, 30, 20])).power).toBeCloseTo(1, 9);
  // The roots of 0.64, 0.32 and 0.04 are as 0.8, √0.32 and 0.2.
  const root = Math.sqrt(0.32);
  const share = (of: number) => Math.round((1e4 * of) / (1 + root));
  const extreme = answered([0.64, 0.32, 0.04], [share(0.8), share(root), share(0.2)]);
  expect(powerOf(extreme).power).toBeCloseTo(0.5, 3);
  // Two answers that come as said: the error of a share, over the difference of the logarithms.
  const two = powerOf(answered([0.9, 0.1, 0], [900, 100, 0]));
  expect(two.power).toBeCloseTo(1, 9);
  expect(two.error).toBeCloseTo(1 / Math.sqrt(1000 * 0.09 * Math.log(9) ** 2), 9);
});
