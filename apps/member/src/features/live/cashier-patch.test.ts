import { expect, it } from 'vitest';
import { withItem } from './cashier-patch.ts';

const pages = (...lists: { id: string; state: string }[][]) => ({
  pages: lists.map((list) => ({ list, total: 3, limit: 2 })),
  pageParams: [1, 2],
});
const at = ({ id }: { id: string }) => id;
const [one, two, three] = [
  { id: 'a1', state: 'credited' },
  { id: 'a2', state: 'created' },
  { id: 'a3', state: 'created' },
];

it('replaces an item in place', () => {
  const moved = { id: 'a2', state: 'credited' };
  expect(withItem(pages([three, two], [one]), moved, at)).toEqual(pages([three, moved], [one]));
});

it('puts a new one on top and counts it on every page', () => {
  const fresh = { id: 'a4', state: 'created' };
  const after = withItem(pages([three, two], [one]), fresh, at);
  expect(after.pages.map(({ list }) => list)).toEqual([[fresh, three, two], [one]]);
  expect(after.pages.map(({ total }) => total)).toEqual([4, 4]);
});

it('leaves out one that is older than what is loaded', () => {
  const data = pages([three, two]);
  expect(withItem(data, one, at)).toBe(data);
});
