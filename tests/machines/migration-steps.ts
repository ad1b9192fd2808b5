import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = 'apps/server/migrations';

/** What takes something away that a server of the previous release may use, by the words of docs/recipes.md. */
const rules: readonly { what: string; pattern: RegExp }[] = [
  {
    what: 'drops',
    pattern: /\bdrop\s+(table|column|view|materialized|function|type|sequence|schema|trigger)\b/,
  },
  // In "alter table … drop name" the word "column" may be left out.
  {
    what: 'drops a column',
    pattern: /^alter\s+table\b.*?\bdrop\s+(?!column|constraint|default|not\b|expression|identity)\w/,
  },
  { what: 'renames', pattern: /\brename\s+(to|column|constraint|\w+\s+to)\b/ },
  {
    what: 'changes a type',
    pattern: /^alter\s+table\b.*?\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/,
  },
  { what: 'forbids null', pattern: /^alter\s+table\b.*?\bset\s+not\s+null\b/ },
  { what: 'takes a right away', pattern: /^revoke\b/ },
];

/** Parts of an `alter table` that add a column, each to the next comma outside of brackets. */
const addedColumns = (statement: string): string[] => {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const letter of statement) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += letter;
  }
  return [...parts, part].filter((one) =>
    /\badd\s+(column\s+)?(if\s+not\s+exists\s+)?(?!constraint|check|primary|unique|foreign|exclude)\w/.test(
      one,
    ),
  );
};

/**
 * What a migration takes away from servers of the previous release, which run at the same time for a while.
 * @returns a phrase for each, with the statement
 */
export const contractStepsOf = (sql: string): string[] => {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((one) => one.trim().toLowerCase().replaceAll(/\s+/g, ' '))
    .filter((one) => one !== '');
  return statements.flatMap((statement) => {
    const found = rules.filter(({ pattern }) => pattern.test(statement)).map(({ what }) => what);
    const needs = /^alter table\b/.test(statement)
      ? addedColumns(statement).filter(
          (one) => / not null\b/.test(one) && !/ (default|generated)\b/.test(one),
        )
      : [];
    if (needs.length > 0) found.push('requires a new column');
    return found.map((what) => `${what}: ${statement.slice(0, 120)}`);
  });
};

/** Migrations that a release did not have, with their text. @param commit of the release */
export const migrationsSince = async (commit: string): Promise<{ name: string; text: string }[]> => {
  const { stdout } = await execute('git', ['-C', root, 'ls-tree', '--name-only', `${commit}:${folder}`]);
  const before = new Set(stdout.split('\n'));
  const names = (await readdir(join(root, folder))).filter(
    (name) => name.endsWith('.sql') && !before.has(name),
  );
  return Promise.all(
    names.toSorted().map(async (name) => ({ name, text: await readFile(join(root, folder, name), 'utf8') })),
  );
};
