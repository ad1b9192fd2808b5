import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const server = fileURLToPath(new URL('../../', import.meta.url));

/**
 * What PostgreSQL knows only from a version on that is newer than the oldest one the server promises, 16. Tests run on the
 * embedded 18, which would not refuse it.
 */
const newer: readonly { since: number; pattern: RegExp; what: string }[] = [
  { since: 18, pattern: /\breturning\b[^;`]*\b(old|new)\.\w/i, what: 'old and new in "returning"' },
  { since: 18, pattern: /\buuidv[47]\s*\(/i, what: 'uuidv7()' },
  { since: 18, pattern: /\buuid_extract_timestamp\s*\(/i, what: 'the time of an id of version 7' },
  { since: 18, pattern: /\b(casefold|array_sort|array_reverse|crc32c?)\s*\(/i, what: 'functions of 18' },
  {
    since: 18,
    pattern: /\bgenerated always as \([^)]*\) virtual\b|\bwithout overlaps\b/i,
    what: 'tables of 18',
  },
  {
    since: 17,
    pattern: /\b(merge_action|json_table|json_exists|json_query|json_value)\s*\(/i,
    what: 'functions of 17',
  },
  { since: 17, pattern: /\bon_error\b/i, what: '"on_error" of copy' },
];

/** Sources of the server and its migrations; what seeds a database for load needs 18. */
const sources = ['src', 'migrations'].flatMap((folder) =>
  readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(
      (path) => /\.(ts|sql)$/.test(path) && !/\.test\.ts$|\/testing\/|^src\/operations\/seed\//.test(path),
    ),
);

test('statements and migrations run on PostgreSQL 16', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap((path) => {
    const text = readFileSync(join(server, path), 'utf8');
    return newer
      .filter(({ pattern }) => pattern.test(text))
      .map(({ since, what }) => `${path}: ${what} (${since})`);
  });
  expect(found).toEqual([]);
});

test.each([
  'update event set a = 1 returning old.a <> new.a as moved',
  'insert into t (id) values (uuidv7())',
  'select json_table(a) from b',
])('what a newer version needs is found: %s', (text) => {
  expect(newer.some(({ pattern }) => pattern.test(text))).toBe(true);
});
