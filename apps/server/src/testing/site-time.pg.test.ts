import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeText } from '../betting/placing/place-sql.ts';
import { statement } from '../core/database/database.ts';
import { newSiteToVerify } from './scenarios/site-to-verify.ts';
import { moveProcessTime } from './process-time.ts';
import { moveDatabaseTime, returnDatabaseTime } from './site-time.ts';
import { testDatabase, type TestDatabase } from './database.ts';

const hourMs = 3_600_000;

describe('the time of a database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  const read = statement(
    'site-time-test',
    'select site_now() - now() = $1::interval and site_clock() - clock_timestamp() <= $1::interval as is_so',
  );
  /** Whether each connection of the pool is ahead by that. */
  const areAhead = async (interval: string): Promise<boolean[]> => {
    const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()));
    try {
      const answers = await Promise.all(
        clients.map((client) => client.query<{ is_so: boolean }>(read([interval]))),
      );
      return answers.map(({ rows }) => rows[0]?.is_so === true);
    } finally {
      for (const client of clients) client.release();
    }
  };

  it('moves under statements that connections have prepared, and back', async () => {
    expect(await areAhead('0')).toEqual([true, true, true]);
    await moveDatabaseTime(database.owner, hourMs);
    expect(await areAhead('1 hour')).toEqual([true, true, true]);
    await moveDatabaseTime(database.owner, 500);
    expect(await areAhead('1 hour 0.5 seconds')).toEqual([true, true, true]);
    await returnDatabaseTime(database.owner);
    expect(await areAhead('0')).toEqual([true, true, true]);
  });

  it('only goes forward', () => {
    expect(() => moveDatabaseTime(database.owner, -1)).toThrow(RangeError);
  });

  it('cannot be moved by the role of the server', async () => {
    await expect(moveDatabaseTime(database.pool, hourMs)).rejects.toMatchObject({ code: '42501' });
  });

  it('costs nothing: plans have the time of PostgreSQL in its place', async () => {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan, verbose) ${placeText}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('clock_timestamp()');
    expect(plan).not.toContain('site_');
  });
});

describe('a site whose time was moved', () => {
  const aheadMs = 3 * 24 * hourMs;
  let made: TestDatabase;
  let movedAt: Date;
  beforeAll(async () => {
    ({ database: made } = await newSiteToVerify((site) => {
      movedAt = new Date();
      return site.later(aheadMs);
    }));
  });
  afterAll(async () => {
    moveProcessTime(-aheadMs);
    await made.close();
  });

  it('records nothing at the real time', async () => {
    const { pool } = made;
    const { rows: columns } = await pool.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'timestamp with time zone' order by 1, 2`,
    );
    const found: string[] = [];
    for (const { table, column } of columns) {
      const { rowCount } = await pool.query(
        `select from ${table} where ${column} > $1 and ${column} < $1::timestamptz + interval '1 day' limit 1`,
        [movedAt],
      );
      if (rowCount === 1) found.push(`${table}.${column}`);
    }
    expect(found).toEqual([]);
  });
});
