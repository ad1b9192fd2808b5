import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { circlesOf, measure, sizes } from './measures.ts';
import type { Import, Source } from './source.ts';

const file = (path: string, ...imports: Import[]): Source => ({
  path,
  lines: 1,
  imports,
  types: [],
  functions: [],
});
const value = (path: string) => ({ path, isType: false, isLazy: false });
const type = (path: string) => ({ path, isType: true, isLazy: false });

test('files that import each other are a circle, also over others', () => {
  const files = [
    file('a', value('b')),
    file('b', value('c'), value('d')),
    file('c', value('a')),
    file('d', type('b'), value('elsewhere')),
    file('e', value('a')),
  ];
  const found = (all: boolean) =>
    circlesOf(files, ({ isType }) => all || !isType).map((circle) => circle.toSorted());
  expect(found(false)).toEqual([['a', 'b', 'c']]);
  expect(found(true)).toEqual([['a', 'b', 'c', 'd']]);
});

test('there is no more to read than the record says, and it is cut no worse', () => {
  const record: { measures: Record<string, number> } = JSON.parse(
    readFileSync(new URL('record.json', import.meta.url), 'utf8'),
  );
  const now = measure(fileURLToPath(new URL('../..', import.meta.url)));
  const above = Object.entries(now).filter(([name, figure]) => {
    const recorded = record.measures[name] ?? 0;
    return figure > (sizes.has(name) ? recorded * 1.01 : recorded);
  });
  expect(above).toEqual([]);
  expect(Object.keys(record.measures)).toEqual(Object.keys(now));
});
