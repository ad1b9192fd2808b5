import { Registry } from '@prometheus-io/client';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { openDatabase, patience, type Database } from './database/database.ts';
import { enqueue, startJobs } from './jobs.ts';
import { createLog } from './logging/log.ts';

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

const count = async (where: string): Promise<number> => {
  const { rows } = await database.pool.query<{ n: bigint }>(
    `select count(*) as n from graphile_worker._private_jobs where ${where}`,
  );
  return Number(rows[0]?.n);
};

test('a failed job is recorded, tried again, and does not delay the next ones', async () => {
  const done: number[] = [];
  let failures = 0;
  const jobs = await startJobs({
    database: queue,
    routines: [],
    log: createLog('silent'),
    metrics: new Registry(),
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

test('a job that could not be marked as done does not stop the process, and runs again with the next ones', async () => {
  const connections = 4;
  const impatient = openDatabase(database.url, connections, () => undefined, {
    guard: 'throw',
    plainTypes: true,
    patience: { ...patience.queue, connectionMs: 300 },
  });
  const held: pg.PoolClient[] = [];
  // On a busy machine a connection takes longer to open than this pool waits: the jobs begin with open ones.
  const openOne = () => impatient.pool.connect().catch(() => undefined);
  await expect
    .poll(async () => {
      const opened = await Promise.all(Array.from({ length: connections }, openOne));
      for (const client of opened) client?.release();
      return impatient.pool.totalCount;
    })
    .toBe(connections);
  const done: number[] = [];
  const jobs = await startJobs({
    database: impatient,
    routines: [],
    log: createLog('silent'),
    metrics: new Registry(),
    handlers: {
      settle: async ({ version }) => {
        done.push(version);
        if (done.length > 1) return;
        // One listens, one may look for a job: nothing is left for marking this one.
        for (;;) {
          const taken = await impatient.pool.connect().catch(() => undefined);
          if (!taken) break;
          held.push(taken);
        }
        setTimeout(() => held.forEach((client) => client.release()), 1_000);
      },
      reprice: async () => undefined,
    },
  });
  try {
    await enqueue(database.pool, 'settle', { eventId: 'three', version: 3 }, 'three');
    await expect.poll(() => done, { timeout: 20_000 }).toEqual([3, 3]);
    await enqueue(database.pool, 'settle', { eventId: 'four', version: 4 }, 'four');
    await expect.poll(() => done, { timeout: 20_000 }).toEqual([3, 3, 4]);
    await expect.poll(() => count('true'), { timeout: 10_000 }).toBe(0);
  } finally {
    await jobs.stop();
    await impatient.close();
  }
}, 60_000);

test('stopping waits until a job under way is marked as done', async () => {
  let begun = 0;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const jobs = await startJobs({
    database: queue,
    routines: [],
    log: createLog('silent'),
    metrics: new Registry(),
    handlers: {
      settle: async () => {
        begun += 1;
        await ended;
      },
      reprice: async () => undefined,
    },
  });
  await enqueue(database.pool, 'settle', { eventId: 'five', version: 5 }, 'five');
  await enqueue(database.pool, 'settle', { eventId: 'six', version: 6 }, 'six');
  await expect.poll(() => begun, { timeout: 20_000 }).toBe(2);
  const stopped = jobs.stop();
  end();
  await stopped;
  expect(await count('true')).toBe(0);
}, 60_000);
