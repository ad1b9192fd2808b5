import { expect, test, vi } from 'vitest';
import { mapInSlices } from './slices.ts';

test('work in slices leaves room for other work after each of them, and keeps its order', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const longest: number[] = [];
  let since = turns;
  const mapped = await mapInSlices(Array.from({ length: 100 }).keys(), (n) => {
    // Each item takes a millisecond.
    vi.advanceTimersByTime(1);
    longest.push(turns === since ? (longest.at(-1) ?? 0) + 1 : 1);
    since = turns;
    return 2 * n;
  });
  isOver = true;
  vi.useRealTimers();
  expect(mapped).toEqual(Array.from({ length: 100 }, (_, n) => 2 * n));
  expect(Math.max(...longest)).toBe(4);
});
