import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no attribute in quotes has a double backslash: JSX keeps both, and a pattern refuses all', () => {
  const folder = new URL('../../../', import.meta.url).pathname;
  const found = globSync('{member,office}/src/**/*.tsx', { cwd: folder }).flatMap((path) =>
    (readFileSync(`${folder}${path}`, 'utf8').match(/ [\w-]+="[^"]*\\\\[^"]*"/g) ?? []).map(
      (attribute) => `${path}:${attribute}`,
    ),
  );
  expect(found).toEqual([]);
});
