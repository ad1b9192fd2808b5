import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('does nothing the second time, also when several servers start at once', async () => {
  expect(await Promise.all([migrate(database.owner), migrate(database.owner)])).toEqual([[], []]);
});

it('refuses a migration that was changed after it was applied', async () => {
  await database.owner.query(`update migration set checksum = 'other' where name like '0002%'`);
  await expect(migrate(database.owner)).rejects.toThrow(/0002-members\.sql was changed/);
  await database.owner.query(`delete from migration where name like '0002%'`);
  // Applied again it would meet its own tables: nothing is dropped or made twice.
  await expect(migrate(database.owner)).rejects.toThrow(/already exists/);
});

it('refuses a database that is ahead of it', async () => {
  const ahead = await testDatabase();
  await ahead.owner.query(`insert into migration (name, checksum) values ('9999-later.sql', 'x')`);
  await expect(migrate(ahead.owner)).rejects.toThrow(/9999-later\.sql was applied but its file is gone/);
  await ahead.close();
});
