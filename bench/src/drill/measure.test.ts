import { expect, it } from 'vitest';
import { batchesOf } from './measure.ts';

it('a batch is of one group, and every item is in one batch', () => {
  const items = Array.from({ length: 11 }, (_, n) => ({ n, shard: n % 3 }));
  const groups = [{ shards: new Set([0, 2]) }, { shards: new Set([1]) }, { shards: new Set([9]) }];
  expect(batchesOf(groups, items, 3).map((own) => own.map((batch) => batch.map(({ n }) => n)))).toEqual([
    [[0, 2, 3], [5, 6, 8], [9]],
    [[1, 4, 7], [10]],
    [],
  ]);
});
