import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './install.mjs';

const page = readFileSync(join(root, 'docs/recipes.md'), 'utf8');
/** Paths as the recipes write them, `<name>` for what the reader chooses. */
const paths = [...page.matchAll(/`((?:apps|packages|docs|tests|scripts|tools)\/[^`\s]+)`/g)].map(
  ([, path]) => path,
);

it('docs/recipes.md names files that exist', () => {
  expect(paths.length).toBeGreaterThan(5);
  const missing = paths.filter(
    (path) => globSync(path.replaceAll(/<[^>]+>/g, '*'), { cwd: root }).length === 0,
  );
  expect(missing).toEqual([]);
});

it('has a recipe for each kind of change, which names its files', () => {
  const recipes = new Map(
    page
      .split(/^## Add an? /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text]),
  );
  const kinds = ['market', 'rail', 'channel', 'member page', 'office page', 'call', 'setting', 'language'];
  expect([...recipes.keys()].toSorted()).toEqual(kinds.toSorted());
  const bare = kinds.filter((kind) => (recipes.get(kind)?.match(/`(?:apps|packages)\//g)?.length ?? 0) < 2);
  expect(bare).toEqual([]);
});
