import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bettingFolders, modules } from './testing/modules.ts';

const root = import.meta.dirname;
/** Files of modules without their tests, which may combine modules. */
const files = globSync('*/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|(^|\/)testing\//.test(file),
);
const moduleOf = (file: string): string => file.slice(0, file.indexOf('/'));

/** The files of other modules that a file imports, from the folder of the server's sources. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.\.?\/[^']*)'/g)]
    .map(([, path = '']) => resolve(root, file, '..', path).slice(root.length + 1))
    .filter((target) => moduleOf(target) !== moduleOf(file) && moduleOf(target) !== 'core');

test('modules use only those of the table, which names no others', () => {
  const used = files
    .filter((file) => moduleOf(file) !== 'core')
    .flatMap((file) => importsOf(file).map((target) => `${moduleOf(file)} uses ${moduleOf(target)}`));
  const allowed = Object.entries(modules).flatMap(([module, others]) =>
    others.map((other) => `${module} uses ${other}`),
  );
  expect(files.length).toBeGreaterThan(500);
  expect([...new Set(used)].toSorted()).toEqual(allowed.toSorted());
  const folders = new Set(files.map(moduleOf).filter((module) => module !== 'core'));
  expect([...folders].toSorted()).toEqual(Object.keys(modules).toSorted());
});

test('each module uses only those before it', () => {
  const names = Object.keys(modules);
  for (const [module, uses] of Object.entries(modules)) {
    expect(names.slice(0, names.indexOf(module))).toEqual(expect.arrayContaining([...uses]));
  }
});

test('folders of betting use only those that their table names before them', () => {
  const names = Object.keys(bettingFolders);
  const used = new Set<string>();
  for (const file of files.filter((path) => /^betting\/[^/]+\//.test(path))) {
    const [, from = ''] = file.split('/');
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.\.\/[^']*)'/g)) {
      const [module, to = '', rest] = resolve(root, file, '..', path)
        .slice(root.length + 1)
        .split('/');
      if (module === 'betting' && rest !== undefined && to !== from) used.add(`${from} uses ${to}`);
    }
  }
  const allowed = Object.entries(bettingFolders).flatMap(([from, others]) =>
    others.map((to) => `${from} uses ${to}`),
  );
  expect([...used].toSorted()).toEqual(allowed.toSorted());
  for (const [from, others] of Object.entries(bettingFolders)) {
    const before = names.slice(0, names.indexOf(from));
    expect(before).toEqual(expect.arrayContaining([...others]));
  }
});

test('core/events.ts lists who says and who hears each of the news', () => {
  const listed = [
    ...readFileSync(join(root, 'core/events.ts'), 'utf8').matchAll(
      /^ \* \| `(\w+)` \| ([a-z, -]+) \| ([a-z, -]+) \|$/gm,
    ),
  ].map(([, name, said, heard]) => `${name}: ${said} → ${heard}`);
  const found = new Map<string, { said: Set<string>; heard: Set<string> }>();
  const entryOf = (name: string) => {
    const entry = found.get(name) ?? { said: new Set(), heard: new Set() };
    found.set(name, entry);
    return entry;
  };
  for (const file of files.filter((path) => moduleOf(path) !== 'core')) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/bus\.(?:publish|publishAndWait|step)\(\s*'(\w+)'/g)) {
      entryOf(name).said.add(moduleOf(file));
    }
    if (/\bletterSender\((?:\w+\.)*#?bus\)/.test(text)) entryOf('lettersDue').said.add(moduleOf(file));
    for (const [, name = ''] of text.matchAll(/bus\.on(?:Step)?\(\s*'(\w+)'/g)) {
      entryOf(name).heard.add(moduleOf(file));
    }
  }
  const list = (names: ReadonlySet<string>): string => [...names].toSorted().join(', ');
  expect(listed.toSorted()).toEqual(
    [...found].map(([name, { said, heard }]) => `${name}: ${list(said)} → ${list(heard)}`).toSorted(),
  );
});
