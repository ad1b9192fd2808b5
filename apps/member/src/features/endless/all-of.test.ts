import { expect, it } from 'vitest';
import { allOf } from './all-of.ts';

it('lists every item of the pages once, in order', () => {
  const pages = [{ list: [{ id: 'a' }, { id: 'b' }] }, { list: [{ id: 'b' }, { id: 'c' }] }];
  expect(allOf(pages).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(allOf([])).toEqual([]);
});
