import { Registry } from '@prometheus-io/client';
import { expect, test } from 'vitest';
import { BucketHistogram, Buckets } from './histogram.ts';

test('a value belongs to the first bound that is not below it', () => {
  const buckets = new Buckets([1, 2, 5]);
  for (const value of [0, 1, 1.5, 2, 5, 5.1, 100]) buckets.observe(value);
  expect(buckets.counts).toEqual([2, 2, 1, 2]);
  expect(buckets.sum).toBeCloseTo(114.6);
});

test('a histogram writes each of its buckets with all values up to them', async () => {
  const metrics = new Registry();
  const histogram = new BucketHistogram({
    name: 'size',
    help: 'How large',
    labelNames: ['kind'],
    registers: [metrics],
  });
  expect(await metrics.metrics()).toBe('# HELP size How large\n# TYPE size histogram\n');
  const buckets = histogram.add({ kind: 'a' }, new Buckets([1, 2]));
  for (const value of [1, 2, 3]) buckets.observe(value);
  expect((await metrics.metrics()).split('\n').slice(2)).toEqual([
    'size_bucket{kind="a",le="1"} 1',
    'size_bucket{kind="a",le="2"} 2',
    'size_bucket{kind="a",le="+Inf"} 3',
    'size_sum{kind="a"} 6',
    'size_count{kind="a"} 3',
    '',
  ]);
});
