import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from '../src/paths.ts';
import { reasons } from '../src/reasons.ts';
import { pathsFile, pathsUrl, wirePage, wireSections, withSections } from './wire-page.ts';

const page = readFileSync(wirePage, 'utf8');

test('docs/wire.md agrees with the contract (npm run wire)', () => {
  expect(page === withSections(page)).toBe(true);
});

test('the table of paths is what the routes say (npm run wire)', () => {
  expect(readFileSync(pathsUrl, 'utf8')).toBe(pathsFile());
});

test('every call and every reason is on the page once', () => {
  const namesIn = (section: string): string[] =>
    [...(wireSections[section]?.() ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
  expect([...namesIn('calls'), ...namesIn('office-calls')].toSorted()).toEqual(Object.keys(paths).toSorted());
  const listed = [...(wireSections['reasons']?.() ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect(listed.toSorted()).toEqual(Object.keys(reasons).toSorted());
});

test('no line of a table is on the page twice', () => {
  const rows = page.split('\n').filter((line) => /^\| [`\d]/.test(line));
  expect(rows.filter((line, at) => rows.indexOf(line) !== at)).toEqual([]);
});

test('a page without a place for a section is refused', () => {
  expect(() => withSections('')).toThrow('0 places');
});
