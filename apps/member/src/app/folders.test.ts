import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folders, ground } from '../../folders.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).slice(0, -1);
const files = globSync('*/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|(^|\/)testing\.ts$/.test(file),
);

/** `features/slip` of a feature's file, `pages/team` of a page's, and the first folder of every other. */
const folderOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/');
  return first === 'features' || first === 'pages' ? `${first}/${second}` : first;
};

/** The row of the table that a folder belongs to. */
const rowOf = (folder: string): string => (folder.startsWith('pages/') ? 'pages' : folder);

/** The folders that a file imports besides its own, at once or later. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\() ?'(\.\.?\/[^']*\.tsx?)'/g)]
    .map(([, path = '']) => folderOf(resolve(root, file, '..', path).slice(root.length + 1)))
    .filter((folder) => folder !== folderOf(file));

const isGround = (folder: string): boolean => ground.some((name) => name === folder);

const mayUse = (from: string, to: string): boolean => {
  if (isGround(to)) {
    const order: readonly string[] = ground;
    return !isGround(from) || order.indexOf(to) < order.indexOf(from);
  }
  const uses = folders[rowOf(from)] ?? [];
  if (rowOf(from) === rowOf(to)) return false;
  return uses.includes(rowOf(to)) || (to.startsWith('features/') && uses.includes('features'));
};

test('folders use only the folders of the table', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((to) => !mayUse(folderOf(file), to))
      .map((to) => `${file} imports ${to}`),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

test('the table says nothing that no folder needs', () => {
  const used = new Set(
    files.flatMap((file) =>
      importsOf(file).flatMap((to) => [
        `${rowOf(folderOf(file))} ${rowOf(to)}`,
        `${rowOf(folderOf(file))} ${to.slice(0, to.indexOf('/'))}`,
      ]),
    ),
  );
  const idle = Object.entries(folders).flatMap(([folder, uses]) =>
    uses.filter((to) => !used.has(`${folder} ${to}`)).map((to) => `${folder} uses ${to}`),
  );
  expect(idle).toEqual([]);
});

test('a folder uses only folders further up in the table', () => {
  const names = Object.keys(folders);
  const wrong = names.flatMap((folder, row) =>
    (folders[folder] ?? [])
      .filter((used) => used !== 'features' && names.indexOf(used) >= row)
      .map((used) => `${folder} uses ${used}`),
  );
  expect(wrong).toEqual([]);
  expect(names.findLastIndex((name) => name.startsWith('features/'))).toBeLessThan(names.indexOf('pages'));
});

test('every folder has a row', () => {
  const rows = new Set(files.map((file) => rowOf(folderOf(file))));
  expect([...rows].toSorted()).toEqual([...ground, ...Object.keys(folders)].toSorted());
});
