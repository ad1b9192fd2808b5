import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

test('takes turns between owners, and keeps the order of each', () => {
  const queue = createFairQueue<string>({ ofOwner: 12, inAll: 100 });
  for (let n = 1; n <= 12; n++) queue.push('ann', `ann ${n}`);
  queue.push('bob', 'bob 1');
  queue.push('cleo', 'cleo 1');
  queue.push('cleo', 'cleo 2');
  const order = Array.from({ length: 7 }, () => queue.shift());
  expect(order).toEqual(['ann 1', 'bob 1', 'cleo 1', 'ann 2', 'cleo 2', 'ann 3', 'ann 4']);
});

test('bounds the items of one owner, and of all', () => {
  const queue = createFairQueue<number>({ ofOwner: 2, inAll: 3 });
  expect([1, 2, 3].map((n) => queue.push('ann', n))).toEqual(['waits', 'waits', 'owner_full']);
  expect(queue.push('bob', 4)).toBe('waits');
  expect(queue.push('cleo', 5)).toBe('full');
  expect(queue.shift()).toBe(1);
  expect(queue.push('cleo', 5)).toBe('waits');
  expect(queue.drain().toSorted((a, b) => a - b)).toEqual([2, 4, 5]);
  expect(queue.shift()).toBeUndefined();
});

test('loses nothing, and lets one item of each other owner go first at most', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 60 }), (owners) => {
      const queue = createFairQueue<{ owner: number; n: number }>({ ofOwner: 100, inAll: 100 });
      owners.forEach((owner, n) => queue.push(String(owner), { owner, n }));
      const taken = owners.map(() => queue.shift()).filter((one) => one !== undefined);
      expect(taken.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(owners.map((_, n) => n));
      for (const owner of new Set(owners)) {
        const own = taken.flatMap((one, place) => (one.owner === owner ? [{ ...one, place }] : []));
        expect(own.map(({ n }) => n)).toEqual(own.map(({ n }) => n).toSorted((a, b) => a - b));
        const gaps = own.map(({ place }, i) => place - (own[i - 1]?.place ?? -1));
        expect(Math.max(...gaps)).toBeLessThanOrEqual(new Set(owners).size);
      }
    }),
  );
});
