import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { firstTexts, isFirstText } from './first-texts.ts';
import { catalogueOf } from './generate.ts';
import { usageIn } from './usage.ts';

const repository = new URL('../../../', import.meta.url);
/** What is loaded before anything else is asked for. */
const starts = ['apps/member/src/app/main.tsx', 'apps/member/src/pages/index/index.tsx'];

const resolve = (name: string, from: URL): URL | undefined => {
  if (name.startsWith('@touchline/locales/'))
    return new URL(`packages/locales/src/${name.slice('@touchline/locales/'.length)}.ts`, repository);
  return name.startsWith('.') && /\.tsx?$/.test(name) ? new URL(name, from) : undefined;
};

/** The sources a browser loads with `paths`: what they import at once, types left out. */
const loadedWith = (paths: readonly string[]): string[] => {
  const sources = new Map<string, string>();
  const visit = (url: URL): void => {
    const path = fileURLToPath(url);
    if (sources.has(path) || path.endsWith('.gen.ts') || !existsSync(path)) return;
    const source = readFileSync(path, 'utf8');
    sources.set(path, source);
    for (const [, name = ''] of source.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)) {
      const next = resolve(name, url);
      if (next !== undefined) visit(next);
    }
  };
  for (const path of paths) visit(new URL(path, repository));
  return [...sources.values()];
};

const isUsed = usageIn(loadedWith(starts));
const used = [...catalogueOf('app', 'en').keys()].filter((id) => isUsed(id));

test('every text of the shell and of home is loaded first', () => {
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((id) => !isFirstText(id))).toEqual([]);
});

test('nothing is loaded first that neither shows', () => {
  const idle = firstTexts.filter((entry) => !used.some((id) => id === entry || id.startsWith(entry)));
  expect(idle).toEqual([]);
});
