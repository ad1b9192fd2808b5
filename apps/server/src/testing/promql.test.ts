import { expect, test } from 'vitest';
import { problemsOf } from './promql.ts';
import type { Sample } from './metrics.ts';

const samples: Sample[] = [
  { name: 'queue_length', labels: { queue: 'recharges' }, value: 0 },
  { name: 'wait_seconds_bucket', labels: { pool: 'calls', le: '1' }, value: 0 },
];
const problems = (text: string) => problemsOf(text, samples, (_label, value) => value === 'known');

test.each([
  'max(queue_length{queue="recharges"}) > 14400',
  'queue_length{instance=~"$instance",queue!="known"}',
  'histogram_quantile(0.99, sum by (le, pool) (rate(wait_seconds_bucket[5m]))) > 1',
  'time() - max by (queue) (queue_length) > 1 and on () max(changes(queue_length[15m])) > 0',
  'up{job="touchline"} == 0',
])('names only what there is: %s', (text) => {
  expect(problems(text)).toEqual([]);
});

test.each([
  ['max(queue_size)', 'queue_size'],
  ['max by (que) (queue_length)', 'que'],
  ['queue_length{pool="calls"}', 'queue_length{pool}'],
  ['queue_length{queue=~"recharges|payments"}', 'queue_length{queue="payments"}'],
  ['queue_length{queue="recharge"}', 'queue_length{queue="recharge"}'],
  ['1 > 2', 'nothing is selected by 1 > 2'],
])('finds what there is not: %s', (text, found) => {
  expect(problems(text)).toEqual([found]);
});
