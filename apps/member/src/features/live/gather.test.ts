import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gather } from './gather.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('hands over together what came together, and begins anew', () => {
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
