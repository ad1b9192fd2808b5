import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBase64 } from '@touchline/verify/bytes';
import { logEntry, nonceOf, privateEntry } from '@touchline/verify/entries';
import { leafHash } from '@touchline/verify/merkle';
import { expect, test } from 'vitest';
import { EntrySealer, leafOf } from './seal.ts';

const nonceKey = Buffer.alloc(32, 10);
const sealer = new EntrySealer(nonceKey);
const fact = {
  kind: 'limit',
  id: '0190a1b2-0000-7000-8000-000000000001:1',
  isPrivate: true,
  body: '{"kind":"limit","v":1}',
};

test('entries are those of packages/verify, to the byte', () => {
  for (const body of [fact.body, `{"kind":"limit","text":"${'é'.repeat(9_000)}","v":1}`]) {
    const nonce = nonceOf({ nonceKey, kind: fact.kind, id: fact.id });
    expect(Buffer.from(fromBase64(sealer.nonceOf(fact)))).toEqual(Buffer.from(nonce));
    const entry = logEntry({ kind: fact.kind, v: 1, nonce, body });
    expect(sealer.entryOf({ ...fact, body })).toBe(Buffer.from(entry).toString());
    expect(Buffer.from(leafOf(sealer.entryOf({ ...fact, body })))).toEqual(Buffer.from(leafHash(entry)));
  }
});

test('entries name the kinds whose numbers are public, and no others', () => {
  expect(sealer.entryOf({ ...fact, kind: 'entry' })).toContain('"kind":"entry"');
  const entry = sealer.entryOf(fact);
  expect(entry).toContain('"kind":"private"');
  expect(sealer.isEntryOf(fact, entry)).toBe(true);
  // As the log had it before.
  const nonce = nonceOf({ nonceKey, kind: fact.kind, id: fact.id });
  const former = Buffer.from(privateEntry({ kind: fact.kind, v: 1, nonce, body: fact.body })).toString();
  expect(former).toContain('"kind":"limit"');
  expect(sealer.isEntryOf(fact, former)).toBe(true);
  expect(sealer.isEntryOf({ ...fact, body: '{"kind":"limit","more":1,"v":1}' }, entry)).toBe(false);
});

test('a public body that no bundle can hold becomes its hash', () => {
  const body = `{"kind":"rules","text":"${'x'.repeat(70_000)}","v":1}`;
  const entry = sealer.entryOf({ ...fact, kind: 'rules', isPrivate: false, body });
  expect(entry).toMatch(/^\{"kind":"rules","sha256":"[A-Za-z0-9+/]{43}=","v":1\}$/);
  expect(sealer.entryOf({ ...fact, isPrivate: false })).toBe(fact.body);
});

test('the vectors of the format are right', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/proof-formats.md'), 'utf8');
  expect(page).toContain(`| nonce | \`${sealer.nonceOf(fact)}\` |`);
  expect(page).toContain(`| entry | \`${sealer.entryOf(fact)}\` |`);
  expect(page).toContain(
    `| leaf hash | \`${Buffer.from(leafOf(sealer.entryOf(fact))).toString('base64')}\` |`,
  );
});
