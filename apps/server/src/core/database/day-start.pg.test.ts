import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { dayStarts } from './testing/day-starts.ts';
import { startOfDay } from '../local-time.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('statements begin each day when the server does', async () => {
  const { rows } = await database.pool.query<{ at: Date }>(
    `select ${startOfDay('d.day', 'd.zone')} as at from unnest($1::date[], $2::text[]) with ordinality as d (day, zone, n) order by d.n`,
    [dayStarts.map(([day]) => day), dayStarts.map(([, zone]) => zone)],
  );
  expect(rows.map((row, n) => [...(dayStarts[n]?.slice(0, 2) ?? []), row.at.toISOString()])).toEqual(
    dayStarts,
  );
});

it('a day is the one that clocks show from its start until the start of the next', async () => {
  const { rows } = await database.pool.query(
    `select d.day, d.zone from unnest($1::date[], $2::text[]) as d (day, zone)
     where (${startOfDay('d.day', 'd.zone')} at time zone d.zone)::date < d.day
       or ((${startOfDay('d.day', 'd.zone')} - interval '1 microsecond') at time zone d.zone)::date >= d.day`,
    [dayStarts.map(([day]) => day), dayStarts.map(([, zone]) => zone)],
  );
  expect(rows).toEqual([]);
});
