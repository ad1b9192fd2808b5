import { existsSync, readFileSync } from 'node:fs';
import { lans } from '@touchline/locales/locales';
import { expect, it } from 'vitest';
import { chunkSize } from '../betting/settlement/chunk.ts';
import { settingSchemas } from '../core/config/config.ts';
import { patience, type Patience } from '../core/database/timeouts.ts';
import { figuresPage } from './figures-page.ts';

const page = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

it('docs/operations.md and docs/payments.md name every setting', () => {
  const tables = page('operations.md') + page('payments.md');
  expect(Object.keys(settingSchemas).filter((name) => !tables.includes(`\`${name}\``))).toEqual([]);
});

it('docs/specification.md names a test that exists for each of its statements', () => {
  const text = page('specification.md');
  const root = new URL('../../../../', import.meta.url);
  const sections = text.split(/^## /m).slice(1);
  const counted = sections.map((section) => {
    const rows = [...section.matchAll(/^\| (.+) \| (`.+`) \|$/gm)];
    const untested = rows.flatMap(([, , tests = '']) =>
      tests
        .split(' · ')
        .map((name) => name.replaceAll('`', ''))
        .filter((name) => !/\.(test|spec)\.ts$/.test(name) || !existsSync(new URL(name, root))),
    );
    expect(untested).toEqual([]);
    const statements = rows.flatMap(([, all = '']) => all.split('; '));
    expect(section).toMatch(new RegExp(`^.* \\(${statements.length}\\)\n`));
    return statements.length;
  });
  expect(counted).toEqual([54, 114, 86, 20, 28, 3, 38, 18, 25]);
});

it('docs/operations.md has the default of each setting', () => {
  const rows = [...page('operations.md').matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]*) \|/gm)];
  expect(rows.length).toBeGreaterThan(80);
  const wrong = rows.flatMap(([, name = '', cell = '']) => {
    const written = cell.replaceAll('`', '').trim();
    const schema = Object.entries(settingSchemas).find(([key]) => key === name)?.[1];
    const given = JSON.stringify(schema && 'default' in schema ? schema.default : '').replaceAll('"', '');
    // Without a value a page may say what takes its place.
    if (given === '') return [];
    // A long list may be cut short, and the one of all languages is in the text beside it.
    const isSo = written.endsWith('…')
      ? given.startsWith(written.slice(0, -1))
      : written === (name === 'LANGUAGES' ? 'all' : given);
    return isSo ? [] : [{ name, written, given }];
  });
  expect(wrong).toEqual([]);
});

it('docs/operations.md has the time limits of all connections', () => {
  const limits: Record<string, Patience> = {
    'calls of members and operators': patience.calls,
    cashier: patience.calls,
    'feeds, prices, decisions of traders': patience.calls,
    placing: patience.placing,
    'settlement runs': patience.settlement,
    'background: reports, sums of the house, teams and rails, the audit of the ledger': patience.background,
    'queue of jobs': patience.queue,
    'standby, for reads alone': patience.calls,
    'probe of `/readyz`': patience.calls,
  };
  const table = page('operations.md').split('| connections | how many |')[1]?.split('\n\n')[0] ?? '';
  for (const [what, one] of Object.entries(limits)) {
    const row = table.split('\n').find((line) => line.startsWith(`| ${what} |`)) ?? what;
    const times = [one.statementMs, one.lockMs, one.idleInTransactionMs, one.answerMs, one.connectionMs];
    expect(row.split(' | ').slice(2).join(' | ')).toBe(`${times.map((ms) => ms / 1_000).join(' | ')} |`);
  }
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
