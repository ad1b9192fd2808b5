import { expect, it } from 'vitest';
import { allOf, inBlocks, onceEach } from './endless.tsx';
import { arePlaces, awayIn } from './long-list.tsx';

it('lists every item of the pages once, in order', () => {
  const pages = [{ list: [{ id: 'a' }, { id: 'b' }] }, { list: [{ id: 'b' }, { id: 'c' }] }];
  expect(allOf(pages).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(allOf([])).toEqual([]);
});

it('lists every item of the pages once, in order', () => {
  const pages = [{ list: [{ id: 'a' }, { id: 'b' }] }, { list: [{ id: 'b' }, { id: 'c' }] }, { list: [] }];
  expect(onceEach(pages).map((list) => list.map(({ id }) => id))).toEqual([['a', 'b'], ['c'], []]);
  expect(onceEach([])).toEqual([]);
});

it('keeps the list of a page that repeats nothing', () => {
  const pages = [{ list: [{ id: 'a' }] }, { list: [{ id: 'b' }] }];
  const [first, second] = onceEach(pages);
  expect(first).toBe(pages[0]?.list);
  expect(second).toBe(pages[1]?.list);
});

it('cuts a list into blocks and loses nothing', () => {
  const items = Array.from({ length: 120 }, (_, at) => at);
  expect(inBlocks(items).map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(inBlocks(items).flat()).toEqual(items);
  expect(inBlocks([])).toEqual([]);
});

const near = { blockSize: 800, isNear: true };
const far = { blockSize: 750.5, isNear: false };

it('lets wait what was out of sight', () => {
  expect([...awayIn([far, near, near, far])]).toEqual([
    [0, 750.5],
    [3, 750.5],
  ]);
  expect(awayIn([]).size).toBe(0);
});

it('takes for places only what is', () => {
  expect(arePlaces([near, far])).toBe(true);
  expect(arePlaces([near, { blockSize: '800', isNear: true }])).toBe(false);
  expect(arePlaces(undefined)).toBe(false);
});
