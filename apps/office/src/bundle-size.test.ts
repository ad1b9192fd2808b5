import { expect, test } from 'vitest';
import { entryBytes, pageBytes } from '../built.ts';

test('the scripts before the first page fit into 250 kB gzipped', () => {
  expect(entryBytes()).toBeLessThanOrEqual(250_000);
});

test('every page is fetched when it is opened, and adds at most 60 kB gzipped', () => {
  const pages = pageBytes();
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter(({ bytes }) => bytes > 60_000)).toEqual([]);
});
