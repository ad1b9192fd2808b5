import { expect, it } from 'vitest';
import { inBlocks } from './in-blocks.ts';

it('cuts a list into blocks and loses nothing', () => {
  const items = Array.from({ length: 120 }, (_, at) => at);
  expect(inBlocks(items).map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(inBlocks(items).flat()).toEqual(items);
  expect(inBlocks([])).toEqual([]);
});
