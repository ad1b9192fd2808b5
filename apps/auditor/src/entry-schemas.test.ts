import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { privateKinds, publicFields, schemaFault } from './entry-schemas.ts';

const result = {
  kind: 'result',
  v: 1,
  event: '0190a1b2-0000-7000-8000-000000000001',
  fullTime: '2-1',
  halfTime: '1-0',
  outcome: 'played',
  source: 'feed:one',
  time: '2026-06-11T21:00:00.000Z',
  version: 1,
};
const hidden = (kind: string) => ({ kind, v: 1, hash: `${'A'.repeat(43)}=` });

test('a public entry has the fields of its kind', () => {
  expect(schemaFault({ fact: result, isPrivate: false })).toBeUndefined();
  expect(schemaFault({ fact: { ...result, fullTime: null }, isPrivate: false })).toBeUndefined();
  expect(schemaFault({ fact: { ...result, fullTime: '2:1' }, isPrivate: false })).toContain('/fullTime');
  expect(schemaFault({ fact: { ...result, member: 'somebody' }, isPrivate: false })).toContain('"result"');
  expect(schemaFault({ fact: { ...result, v: 2 }, isPrivate: false })).toContain('/v');
  const { time: _time, ...timeless } = result;
  expect(schemaFault({ fact: timeless, isPrivate: false })).toContain('"result"');
});

test('what belongs to members is not in the clear, and what everybody may read is not hidden', () => {
  expect(schemaFault({ fact: hidden('bet'), isPrivate: true })).toBeUndefined();
  expect(schemaFault({ fact: { kind: 'bet', v: 1, stake: '100' }, isPrivate: false })).toContain(
    'in the clear',
  );
  expect(schemaFault({ fact: hidden('result'), isPrivate: true })).toContain('is private');
});

test('an entry that is too long has its hash, and an unknown kind is not judged', () => {
  const long = { kind: 'settings', v: 1, sha256: `${'A'.repeat(43)}=` };
  expect(schemaFault({ fact: long, isPrivate: false })).toBeUndefined();
  expect(schemaFault({ fact: { kind: 'weather', v: 1 }, isPrivate: false })).toBeUndefined();
});

/** Kinds whose fields have a table of their own. */
const elsewhere = ['day_totals', 'key', 'liabilities', 'match_totals'];

test('the documents list every kind with its fields', async () => {
  const text = await readFile(new URL('../../../docs/proof-formats.md', import.meta.url), 'utf8');
  const rowOf = (kind: string): string =>
    text.split('\n').find((line) => line.startsWith('|') && line.split('|')[1]?.includes(`\`${kind}\``)) ??
    '';
  const missing = Object.entries(publicFields).flatMap(([kind, fields]) =>
    Object.keys(fields)
      .filter((field) => !elsewhere.includes(kind) && !rowOf(kind).includes(`\`${field}\``))
      .map((field) => `${kind}.${field}`),
  );
  expect(missing).toEqual([]);
  expect(privateKinds.filter((kind) => !/^\|[^|]*private/.test(rowOf(kind)))).toEqual([]);
});
