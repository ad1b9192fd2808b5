import { readFileSync } from 'node:fs';
import { lans } from '@touchline/locales/locales';
import { expect, it } from 'vitest';
import { chunkSize } from '../book/settlement/chunk.ts';
import { settingSchemas } from '../platform/config.ts';
import { figuresPage } from './figures-page.ts';

const page = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

it('docs/operations.md and docs/chain.md name every setting', () => {
  const tables = page('operations.md') + page('chain.md');
  expect(Object.keys(settingSchemas).filter((name) => !tables.includes(`\`${name}\``))).toEqual([]);
});

it('docs/metrics.md has all figures; `npm run figures` draws them', () => {
  expect(page('metrics.md')).toBe(figuresPage(page('metrics.md')));
});

it('docs/operations.md and README.md count all languages', () => {
  expect(page('operations.md')).toContain(`\`${lans.join(',')}\``);
  expect(page('../README.md')).toContain(`${lans.length} languages`);
});

it.each(['architecture.md', 'operations.md'])(
  'docs/%s says how many bets a chunk of settlement has',
  (name) => {
    const figures = [...page(name).matchAll(/(?:up to|chunks of) ([0-9,]+) bets/g)].map(
      ([, figure]) => figure,
    );
    expect(figures).toEqual([chunkSize.toLocaleString('en')]);
  },
);
