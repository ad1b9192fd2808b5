import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './install.mjs';

const folders = ['apps', 'packages', 'tests', 'tools', 'scripts'];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `/${folder}/${path.split(sep).join('/')}`)
    .filter((path) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(path) && !path.includes('/node_modules/')),
);
const read = (path) => readFileSync(join(root, path), 'utf8');

it('docs/testing.md names tests that there are', () => {
  const named =
    read('docs/testing.md').match(/(?<![*\w./-])\w[\w./-]*\.(?:test|spec)\.(?:tsx|ts|mjs)/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
});

it('the documents name drills that there are', () => {
  const drillsIn = (text) => [...text.matchAll(/npm run drill -- ([a-z][a-z-]*)/g)].map(([, name]) => name);
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const known = new Set(drillsIn(read('tools/drills/main.ts')));
  const named = pages.flatMap((name) => drillsIn(read(`docs/${name}`)));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
