import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mapKept, mapPages } from './patch.ts';
import { gather } from './live-cache.ts';

it('keeps a list that nothing changes', () => {
  const list = [{ n: 1 }, { n: 2 }];
  expect(mapKept(list, (item) => item)).toBe(list);
  expect(mapKept(list, (item) => (item.n === 2 ? { n: 3 } : item))).toEqual([{ n: 1 }, { n: 3 }]);
});

it('changes the page an item is on and no other', () => {
  const data = {
    pages: [
      { list: [1, 2], total: 3 },
      { list: [3], total: 3 },
    ],
    pageParams: [1, 2],
  };
  const next = mapPages(data, (n) => (n === 3 ? 4 : n));
  expect(next.pages[0]).toBe(data.pages[0]);
  expect(next).toEqual({
    pages: [
      { list: [1, 2], total: 3 },
      { list: [4], total: 3 },
    ],
    pageParams: [1, 2],
  });
  expect(mapPages(data, (n) => n)).toBe(data);
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('hands over together what came together, and starts again', () => {
  const handed: (readonly number[])[] = [];
  const { take } = gather<number>(100, (items) => handed.push(items));
  take(1);
  vi.advanceTimersByTime(99);
  take(2);
  expect(handed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(handed).toEqual([[1, 2]]);
  take(3);
  vi.advanceTimersByTime(100);
  expect(handed).toEqual([[1, 2], [3]]);
});

it('forgets what waits when it is stopped', () => {
  const handed: (readonly number[])[] = [];
  const { take, stop } = gather<number>(100, (items) => handed.push(items));
  take(1);
  stop();
  vi.advanceTimersByTime(1_000);
  expect(handed).toEqual([]);
});
