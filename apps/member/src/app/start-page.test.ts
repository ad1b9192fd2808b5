import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const fileAt = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it('the page before the app has the colours of the app', () => {
  const tokens = fileAt('../../../../packages/kit/src/colours.css');
  const colours = fileAt('../../index.html').match(/light-dark\((?:[^()]|\([^()]*\))*\)/g) ?? [];
  expect(colours.length).toBeGreaterThan(2);
  for (const colour of colours) expect(tokens).toContain(colour);
});

it('the built page shows itself before its styles, and begins to fetch before its scripts', () => {
  const page = fileAt('../../dist/index.html');
  const at = (part: string): number => {
    expect(page).toContain(part);
    return page.indexOf(part);
  };
  expect(at('<script>')).toBeLessThan(at('<script type="module"'));
  expect(at('class="kick-off"')).toBeLessThan(at('rel="stylesheet"'));
});

it('the built page names all that its first script imports, so that none waits for that script', () => {
  const page = fileAt('../../dist/index.html');
  const [, first = ''] = /<script type="module"[^>]* src="\.\/([^"]+)"/.exec(page) ?? [];
  const imported = [...fileAt(`../../dist/${first}`).matchAll(/\bfrom"\.\/([^"]+)"/g)].map(
    ([, file = '']) => file,
  );
  expect(imported.length).toBeGreaterThan(0);
  for (const file of imported)
    expect(page).toContain(`<link rel="modulepreload" crossorigin href="./assets/${file}"`);
});
