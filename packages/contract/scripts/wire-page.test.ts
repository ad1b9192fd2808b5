import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from '../src/paths.ts';
import { reasons } from '../src/reasons.ts';
import { callsPage, callsSections, pathsFile, pathsUrl } from './wire-page.ts';

test('the table of paths follows the routes (npm run wire)', () => {
  expect(readFileSync(pathsUrl, 'utf8')).toBe(pathsFile());
});

test('every call and every reason is on the page once', () => {
  const namesIn = (section: string): string[] =>
    [...(callsSections[section]?.() ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
  expect([...namesIn('Calls'), ...namesIn('Calls of the office')].toSorted()).toEqual(
    Object.keys(paths).toSorted(),
  );
  const listed = [...(callsSections['Reasons']?.() ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect(listed.toSorted()).toEqual(Object.keys(reasons).toSorted());
});

test('no line of a table is on the page twice', () => {
  const rows = callsPage()
    .split('\n')
    .filter((line) => /^\| [`\d]/.test(line));
  expect(rows.filter((line, at) => rows.indexOf(line) !== at)).toEqual([]);
});
