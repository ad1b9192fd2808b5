import { expect, test } from 'vitest';
import { count, createBuckets } from './buckets.ts';

test('a value belongs to the first bound that is not below it', () => {
  const buckets = createBuckets([1, 2, 5]);
  for (const value of [0, 1, 1.5, 2, 5, 5.1, 100]) count(buckets, value);
  expect(buckets.counts).toEqual([2, 2, 1, 2]);
  expect(buckets.sum).toBeCloseTo(114.6);
});
