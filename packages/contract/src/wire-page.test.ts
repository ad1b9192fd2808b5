import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from './paths.ts';

const page = readFileSync(new URL('../../../docs/wire.md', import.meta.url), 'utf8');
/** The names and the calls in the lines of the tables: the cells of the first and the second column. */
const lines = page.split('\n').flatMap((line) => {
  const [, names = '', calls = ''] = line.split('|').map((cell) => cell.trim());
  return /^`\w+`( · `\w+`)*$/.test(names) && /^(GET|POST|DELETE) `\/api\//.test(calls)
    ? [{ names, calls }]
    : [];
});
const namesIn = (cell: string): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

test('every call stands in the tables of docs/wire.md, once', () => {
  const told = lines.flatMap(({ names }) => namesIn(names));
  expect(told.toSorted()).toEqual(Object.keys(paths).toSorted());
});

test('with the path it has', () => {
  const wrong = Object.entries(paths).flatMap(([name, [method, path]]) => {
    const line = lines.find(({ names }) => namesIn(names).includes(name));
    const last = path.slice(path.lastIndexOf('/') + 1);
    const isTold = line?.calls.includes(`${last}\``) === true || line?.calls.includes('…') === true;
    return isTold ? [] : [`${name}: ${method} ${path}`];
  });
  expect(wrong).toEqual([]);
});
