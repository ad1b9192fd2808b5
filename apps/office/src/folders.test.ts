import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { folders } from '../folders.ts';

const root = import.meta.dirname;
const files = globSync('*/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));

/** The folder of a file: for a page or a feature its own, such as `pages/audit`. */
const placeOf = (file: string): string =>
  file.split('/', /^(?:pages|features)\//.test(file) ? 2 : 1).join('/');
/** The folder of the table that a place belongs to. */
const folderOf = (place: string): string =>
  place.startsWith('pages/') && folders[place] === undefined ? 'pages' : place;

/** What a file imports from other folders. Pages that are fetched when they are opened are no imports. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.\.?\/[^']*)'/g)]
    .map(([, path = '']) => resolve(root, file, '..', path).slice(root.length + 1))
    .filter((target) => placeOf(target) !== placeOf(file));

test('folders use only those of the table', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => folders[folderOf(placeOf(file))]?.includes(folderOf(placeOf(target))) !== true)
      .map((target) => `${file} imports ${target}`),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

test('the table has no folder that is not used', () => {
  const used = new Set(
    files.flatMap((file) =>
      importsOf(file).map((target) => `${folderOf(placeOf(file))} ${folderOf(placeOf(target))}`),
    ),
  );
  const idle = Object.entries(folders).flatMap(([folder, uses]) =>
    uses.filter((other) => !used.has(`${folder} ${other}`)).map((other) => `${folder} uses ${other}`),
  );
  expect(idle).toEqual([]);
});

test('no folder uses a folder that uses it: each uses only those above it in the table', () => {
  const names = Object.keys(folders);
  const wrong = Object.entries(folders).flatMap(([folder, uses]) =>
    uses
      .filter((used) => names.indexOf(used) >= names.indexOf(folder))
      .map((used) => `${folder} uses ${used}`),
  );
  expect(wrong).toEqual([]);
});
