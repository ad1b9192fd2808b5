import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { openDatabase, type Database } from './database.ts';
import { enqueue, startJobs } from './jobs.ts';
import { createLog } from './log.ts';

let database: TestDatabase;
let queue: Database;
beforeAll(async () => {
  database = await testDatabase(2);
  queue = openDatabase(database.url, 4, () => undefined, { guard: 'throw', plainTypes: true });
});
afterAll(async () => {
  await queue.close();
  await database.close();
});

test('a job that fails is written down as failed, tried again, and holds up none that come after it', async () => {
  const done: number[] = [];
  let failures = 0;
  const jobs = await startJobs({
    database: queue,
    routines: [],
    log: createLog('silent'),
    handlers: {
      settle: async ({ version }) => {
        if (version === 1 && failures === 0) {
          failures += 1;
          throw new Error('the first try fails');
        }
        done.push(version);
      },
      reprice: async () => undefined,
    },
  });
  const count = async (where: string): Promise<number> => {
    const { rows } = await database.pool.query<{ n: bigint }>(
      `select count(*) as n from graphile_worker._private_jobs where ${where}`,
    );
    return Number(rows[0]?.n);
  };
  try {
    await enqueue(database.pool, 'settle', { eventId: 'one', version: 1 }, 'one');
    await expect.poll(() => count(`last_error = 'the first try fails'`), { timeout: 10_000 }).toBe(1);
    await enqueue(database.pool, 'settle', { eventId: 'two', version: 2 }, 'two');
    await expect.poll(() => done, { timeout: 20_000 }).toEqual([2, 1]);
    await expect.poll(() => count('true'), { timeout: 10_000 }).toBe(0);
  } finally {
    await jobs.stop();
  }
}, 60_000);
