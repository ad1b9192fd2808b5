import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId, shardOf } from './ids.ts';

it('the shard of a member never changes: rows are stored under it', () => {
  expect(shardOf('00000000-0000-0000-0000-000000000000')).toBe(166);
  expect(shardOf('01a1fbfa-3ddd-72ce-bb7b-f8cdbaf33e50')).toBe(111);
});

it('shards are between 0 and 255 and evenly used', () => {
  fc.assert(fc.property(fc.uuid(), (id) => shardOf(id) >= 0 && shardOf(id) <= 255));
  const used = new Set(Array.from({ length: 5_000 }, () => shardOf(newId())));
  expect(used.size).toBe(256);
});

it('ids sort in the order of their making, and are unique', () => {
  const ids = Array.from({ length: 5_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(5_000);
});
