import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const imported = /^import (\w+) from '(\.[^']+\.module\.css)';$/gm;

/** The classes that a script takes from CSS modules. */
const usedIn = (file: string): string[] => {
  const script = read(file);
  return [...script.matchAll(imported)].flatMap(([, styles = '', path = '']) =>
    [...script.matchAll(new RegExp(`(?<![\\w.])${styles}\\.(?!module)(\\w+)`, 'g'))].map(
      ([, name = '']) => `${resolve(root, dirname(file), path)} .${name}`,
    ),
  );
};

const classesOf = (file: string): string[] => {
  const rules = read(file).replaceAll(/\/\*[^]*?\*\/|\{[^{}]*\}/g, ' ');
  return [...rules.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name = '']) => `${resolve(root, file)} .${name}`);
};

test('scripts use exactly the classes that the CSS modules have', () => {
  const used = new Set(globSync('**/*.tsx', { cwd: root }).flatMap(usedIn));
  const made = new Set(globSync('**/*.module.css', { cwd: root }).flatMap(classesOf));
  expect(made.size).toBeGreaterThan(500);
  expect([...used.symmetricDifference(made)]).toEqual([]);
});

test('a folder has one CSS module, named like the folder', () => {
  const files = globSync('**/*.module.css', { cwd: root });
  expect(files.filter((file) => !/(?:^|[\\/])([\w-]+)[\\/]\1\.module\.css$/.test(file))).toEqual([]);
});
