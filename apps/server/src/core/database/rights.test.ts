import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { deletable, readOnly, updatable } from './rights.ts';

const folder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Sources that run with the rights of the server: no tests, no migrations, and not the tool that fills databases as their owner.
 */
const isOfServer = (path: string): boolean =>
  path.endsWith('.ts') &&
  !/\.test\.ts$|(^|\/)testing\/|^operations\/seed\/|^core\/database\/migrate\.ts$|\.gen\.ts$/.test(path);

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter(isOfServer)
  .map((path) => readFileSync(join(folder, path), 'utf8'))
  // Statements that differ in a table's name alone; the lists below name these tables.
  .map((text) => text.replaceAll('delete from ${table} where operator_id', ''));

const tables = (pattern: RegExp): Set<string> =>
  new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')));

/** Tables whose rows a statement inserts or, where they are there already, updates. */
const upserted = (): Set<string> =>
  new Set(
    sources.flatMap((text) =>
      text
        .split(/\binsert\s+into\s+|\binsert(?:Into|Rows)\('/)
        .slice(1)
        .filter((rest) => /\bdo\s+update\b/.test(rest.split(/\bexport const \w+ = async\b/)[0] ?? ''))
        .map((rest) => /^\w+/.exec(rest)?.[0] ?? ''),
    ),
  );

const updated = tables(/\bupdate\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g)
  .union(tables(/\bmerge\s+into\s+(\w+)/g))
  .union(upserted());
const deleted = tables(/\bdelete\s+from\s+(\w+)/g);

/** PostgreSQL asks for the right to update a row that is only locked. */
const onlyLocked = new Set(['exposure_lease']);
/** A statement that is made for each of them deletes their rows. */
const deletedByName = new Set([
  'operator_factor',
  'operator_recovery_code',
  'operator_passkey',
  'operator_challenge',
  'passkey_challenge',
]);

it('the server may update exactly the tables that its statements update', () => {
  expect(updatable.toSorted()).toEqual([...updated.union(onlyLocked)].toSorted());
});

it('the server may delete from exactly the tables that its statements delete from', () => {
  expect(deletable.toSorted()).toEqual([...deleted.union(deletedByName)].toSorted());
});

it('append-only tables are not updatable', () => {
  const written = [
    'entry',
    'operation',
    'leg',
    'graded',
    'ruling',
    'office_audit',
    'office_audit_seal',
    'setting_record',
  ];
  for (const table of [...written, ...readOnly]) {
    expect(updatable).not.toContain(table);
    expect(deletable).not.toContain(table);
  }
});
