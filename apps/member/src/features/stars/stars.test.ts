import { expect, it } from 'vitest';
import { hasStar, starOf, starredFirst } from './stars.ts';

const team = (id: string) => ({ id, name: id, short: id, colours: ['#000', '#fff'] as [string, string] });
const match = { id: 'm1', home: team('de'), away: team('es'), competition: { id: 'cup', name: 'Cup' } };

it('finds a match by its own star, its teams and its competition', () => {
  for (const star of ['m1', starOf('team', 'de'), starOf('team', 'es'), starOf('competition', 'cup')]) {
    expect(hasStar(['other', star], match)).toBe(true);
  }
  expect(hasStar(['m2', 'de', 'cup', starOf('team', 'fr')], match)).toBe(false);
  expect(hasStar([], match)).toBe(false);
});

it('puts what has a star first and keeps the order', () => {
  expect(starredFirst([1, 2, 3, 4], (n) => n % 2 === 0)).toEqual([2, 4, 1, 3]);
});
