import { expect, it } from 'vitest';
import { mapKept, mapPages } from './kept.ts';

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
