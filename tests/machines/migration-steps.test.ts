import { describe, expect, it } from 'vitest';
import { contractStepsOf, migrationsSince } from './migration-steps.ts';
import { previousRelease } from './release.ts';

/**
 * Migrations of this release that take away what the release before the previous one used and the previous one does not: the file
 * with the reason why it is unused (docs/recipes.md).
 */
const contracts: Readonly<Record<string, string>> = {};

const found = await previousRelease();
if ('missing' in found) console.warn(`New migrations are not read: ${found.missing}`);

describe('what a migration takes away from the previous release', () => {
  it.each([
    ['drop table old', 'drops'],
    ['alter table bet drop column old', 'drops'],
    ['alter table bet drop old', 'drops a column'],
    ['drop function if exists old(int)', 'drops'],
    ['alter table bet rename column old to young', 'renames'],
    ['alter table bet rename to wager', 'renames'],
    ['alter table bet\n  alter column stake type numeric', 'changes a type'],
    ['alter table bet alter stake set not null', 'forbids null'],
    ['alter table bet add column young int not null', 'requires a new column'],
    ['alter table bet add a int default 1, add b numeric(4, 2) not null', 'requires a new column'],
    ['revoke select on bet from touchline_app', 'takes a right away'],
  ])('is found in: %s', (sql, what) => {
    expect(contractStepsOf(`-- nothing; here\n${sql};`)).toEqual([expect.stringMatching(`^${what}: `)]);
  });

  it.each([
    'create table young (id int not null)',
    'alter table bet add column young int',
    'alter table bet add column young boolean not null default false',
    'alter table bet drop constraint bet_k; alter table bet add constraint bet_k check (k > 0)',
    'alter table bet alter column stake drop not null',
    'create or replace view bet_leg as select 1',
    'drop index bet_by_time; create index bet_by_time on bet (at)',
    '-- drop table old\nselect 1',
  ])('is nothing in: %s', (sql) => {
    expect(contractStepsOf(sql)).toEqual([]);
  });
});

describe.skipIf('missing' in found)('the migrations of this release', () => {
  it('take nothing away from the previous one, but for those that are named with a reason', async () => {
    if ('missing' in found) return;
    const since = await migrationsSince(found.commit);
    const taking = since.filter(({ name, text }) => !(name in contracts) && contractStepsOf(text).length > 0);
    expect(taking.map(({ name, text }) => [name, contractStepsOf(text)])).toEqual([]);
    // A name that is left behind would excuse a later file.
    expect(Object.keys(contracts).filter((name) => since.every((one) => one.name !== name))).toEqual([]);
  });
});
