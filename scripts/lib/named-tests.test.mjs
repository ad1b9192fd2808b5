import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './install.mjs';

const folders = ['apps', 'packages', 'e2e', 'bench', 'scripts'];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `/${folder}/${path.split(sep).join('/')}`)
    .filter((path) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(path) && !path.includes('/node_modules/')),
);
const read = (path) => readFileSync(join(root, path), 'utf8');

it.each(['operations', 'failover', 'faults', 'backup', 'deploy'])(
  'docs/%s.md names tests that there are',
  (name) => {
    const named = new Set(read(`docs/${name}.md`).match(/[\w./-]+\.(?:test|spec)\.(?:tsx|ts|mjs)/g));
    expect(named.size).toBeGreaterThan(0);
    expect([...named].filter((path) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
  },
);

it('the documents name drills that there are', () => {
  const drillsIn = (text) => [...text.matchAll(/npm run drill -- ([a-z][a-z-]*)/g)].map(([, name]) => name);
  const known = new Set(drillsIn(read('bench/src/drill/main.ts')));
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const named = pages.flatMap((name) => drillsIn(read(`docs/${name}`)));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
