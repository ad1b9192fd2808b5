import { existsSync, readFileSync } from 'node:fs';
import { lans } from '@touchline/locales/locales';
import { expect, it } from 'vitest';
import { settingSchemas } from '../core/config/config.ts';
import { isOffered } from '@touchline/contract/shapes/office-settings';
import { patience, type Patience } from '../core/database/database.ts';

const page = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

it('docs/operate.md has a row for each setting, and those of the office in a table of their own', () => {
  const [, office = '', others = ''] = page('operate.md').split(
    /^### (?:Changed in the office|Server and database)$/m,
  );
  const namesIn = (text: string): string[] =>
    [...text.matchAll(/^\| (`[A-Z0-9_]+`(?:, `[A-Z0-9_]+`)*) \|/gm)]
      .flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
      .toSorted();
  const names = Object.keys(settingSchemas).toSorted();
  expect(namesIn(office)).toEqual(names.filter(isOffered));
  expect(namesIn(others)).toEqual(names.filter((name) => !isOffered(name)));
});

it('tests/specification.json names tests that exist for each of its statements', () => {
  const root = new URL('../../../../', import.meta.url);
  const sections: Record<string, { statements: string[]; tests: string[] }[]> = JSON.parse(
    readFileSync(new URL('tests/specification.json', root), 'utf8'),
  );
  const rows = Object.values(sections).flat();
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
  const named = rows.flatMap(({ tests }) => tests);
  const isTest = (name: string): boolean =>
    /\.(test|spec)\.ts$/.test(name) && existsSync(new URL(name, root));
  expect(named.filter((name) => !isTest(name))).toEqual([]);
  const counts = Object.values(sections).map(
    (section) => section.flatMap(({ statements }) => statements).length,
  );
  expect(counts).toEqual([54, 114, 86, 20, 28, 3, 38, 18, 25]);
});

it('docs/operate.md has the default of each setting', () => {
  const rows = [...page('operate.md').matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]*) \|/gm)];
  expect(rows.length).toBeGreaterThan(80);
  const wrong = rows.flatMap(([, name = '', cell = '']) => {
    const written = cell.replaceAll('`', '').trim();
    const schema = Object.entries(settingSchemas).find(([key]) => key === name)?.[1];
    const given = JSON.stringify(schema && 'default' in schema ? schema.default : '').replaceAll('"', '');
    // Without a default a page may describe what is used instead.
    if (given === '') return [];
    // A long list may be cut short, and the page explains the one of all languages in its text.
    const isSo = written.endsWith('…')
      ? given.startsWith(written.slice(0, -1))
      : written === (name === 'LANGUAGES' ? 'all' : given);
    return isSo ? [] : [{ name, written, given }];
  });
  expect(wrong).toEqual([]);
});

it('docs/operate.md has the time limits of all connections', () => {
  const limits: Record<string, Patience> = {
    'calls of members and operators': patience.calls,
    cashier: patience.calls,
    'feeds, prices, decisions of traders': patience.calls,
    placing: patience.placing,
    'settlement runs': patience.settlement,
    'background: reports, totals, audit of the ledger': patience.background,
    'queue of jobs': patience.queue,
    'standby, for reads alone': patience.calls,
    'probe of `/readyz`': patience.calls,
  };
  const table = page('operate.md').split('| connections | how many |')[1]?.split('\n\n')[0] ?? '';
  for (const [what, one] of Object.entries(limits)) {
    const row = table.split('\n').find((line) => line.startsWith(`| ${what} |`)) ?? what;
    const times = [one.statementMs, one.lockMs, one.idleInTransactionMs, one.answerMs, one.connectionMs];
    expect(row.split(' | ').slice(2).join(' | ')).toBe(`${times.map((ms) => ms / 1_000).join(' | ')} |`);
  }
});

it('docs/operate.md and README.md count all languages', () => {
  expect(page('operate.md')).toContain(`\`${lans.join(',')}\``);
  expect(page('../README.md')).toContain(`${lans.length} languages`);
});
