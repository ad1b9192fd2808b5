import { describe, expect, it } from 'vitest';
import { nextBox, type Box } from './shortcuts.tsx';

const box = (left: number, top: number, width = 40, height = 20): Box => ({
  left,
  right: left + width,
  top,
  bottom: top + height,
});
/** Three rows of three prices; the last row has only two. */
const prices = [0, 50, 100].flatMap((top) => [200, 250, 300].map((left) => box(left, top))).slice(0, 8);
const [left, right, up, down] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;
const from = (at: number, direction: readonly [number, number]): number => {
  const start = prices[at];
  if (start === undefined) throw new Error('no such price');
  return nextBox(start, prices, direction);
};

describe('an arrow key among prices', () => {
  it('goes to the neighbour in the row, and no further than its end', () => {
    expect([from(0, right), from(1, right), from(1, left)]).toEqual([1, 2, 0]);
    expect([from(2, right), from(0, left)]).toEqual([-1, -1]);
  });

  it('stays in the column from row to row', () => {
    expect([from(1, down), from(4, down), from(7, up)]).toEqual([4, 7, 4]);
    expect(from(0, up)).toBe(-1);
  });

  it('goes to the nearest where the column ends', () => {
    expect(from(5, down)).toBe(7);
  });

  it('crosses to another column of cards in the same row', () => {
    const row = [box(0, 0), box(500, 4)];
    expect(nextBox(box(0, 0), row, right)).toBe(1);
    expect(nextBox(box(500, 4), row, left)).toBe(0);
  });
});
