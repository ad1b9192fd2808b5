import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base64 } from '@touchline/verify/bytes';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { createFrontier } from '@touchline/verify/frontier';
import { parseNote } from '@touchline/verify/note';
import * as fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLists } from '../../testing/commands.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { leafOf } from './seal.ts';
import { sha256 } from './sha256.ts';
import { openTestLog, type TestLog } from './testing/log.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'touchline-sequence-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const points = ['log.appended', 'log.committed', 'log.signed', 'log.noted', 'log.published'] as const;

/** Sometimes more rows than the log reads at once, so that a page ends within a transaction. */
const count = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.constant(1_200) },
);

/** Two processes take facts in turns, or at once; transactions are open for as long as the run likes. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('add' as const), count }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('open' as const), count }),
  },
  // Open transactions write again after others have been taken.
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      which: fc.nat(),
      count: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat(), isKept: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('turn' as const), process: fc.nat({ max: 1 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('turns' as const), count: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      process: fc.nat({ max: 1 }),
      point: fc.constantFrom(...points),
    }),
  },
);

const open = (process: number, point?: (typeof points)[number]): TestLog =>
  openTestLog({
    database,
    folder: join(folder, `process-${process}`),
    facts: [],
    ...(point === undefined
      ? {}
      : {
          failpoint: (name: string) => {
            if (name === point) throw new Error(`killed at ${point}`);
          },
        }),
  });

const addFacts = async (on: pg.Pool | pg.PoolClient, prefix: string, count: number): Promise<string[]> => {
  await on.query(
    `insert into house_fact (kind, id, is_private, body)
     select 'test', $2 || n, false, '{"kind":"test","v":1}' from generate_series(1, $1::int) n`,
    [count, prefix],
  );
  return Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`);
};

const readEntries = async (from = 0): Promise<{ id: string; entry: string }[]> => {
  const { rows } = await database.pool.query<{ id: string; entry: string }>(
    'select id, entry from log_entry where seq >= $1 order by seq',
    [from],
  );
  return rows;
};

test('no commit is ever skipped or taken twice, and no two trees of one size are signed', async () => {
  const committed = new Set<string>();
  const signed = new Map<number, string>();
  let name = 0;
  let seen = 0;
  const remember = async (log: TestLog): Promise<void> => {
    const note = await log.service.checkpoint();
    if (note === undefined) return;
    const { size, root } = parseCheckpoint(parseNote(note).text);
    expect(base64(root)).toBe(signed.get(size) ?? base64(root));
    signed.set(size, base64(root));
  };

  const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
    const logs = [open(0), open(1)];
    const transactions: { client: pg.PoolClient; ids: string[] }[] = [];
    const write = async (one: (typeof transactions)[number], count: number): Promise<void> => {
      if (count > 0) one.ids.push(...(await addFacts(one.client, `t${name++}-`, count)));
    };
    const end = async (which: number, isKept: boolean): Promise<void> => {
      const [one] = transactions.splice(which % Math.max(1, transactions.length), 1);
      if (one === undefined) return;
      await one.client.query(isKept ? 'commit' : 'rollback');
      one.client.release();
      if (isKept) for (const id of one.ids) committed.add(id);
    };
    const add = async (count: number): Promise<void> => {
      for (const id of await addFacts(database.pool, `q${name++}-`, count)) committed.add(id);
    };
    try {
      for (const one of steps) {
        if (one.do === 'add') await add(one.count);
        else if (one.do === 'open') {
          if (transactions.length >= 3) continue;
          const client = await database.pool.connect();
          await client.query('begin');
          const opened = { client, ids: [] };
          transactions.push(opened);
          await write(opened, one.count);
        } else if (one.do === 'write') {
          const found = transactions[one.which % Math.max(1, transactions.length)];
          if (found) await write(found, one.count);
        } else if (one.do === 'end') await end(one.which, one.isKept);
        else if (one.do === 'turn') await logs[one.process]?.service.turn();
        else if (one.do === 'turns') {
          await Promise.all([...logs.map(({ service }) => service.turn()), add(one.count)]);
        } else {
          // The next process in its place knows only what is in the database and on its disk.
          await open(one.process, one.point)
            .service.turn()
            .catch((error: unknown) => {
              if (!(error instanceof Error) || !error.message.startsWith('killed at')) throw error;
            });
          logs[one.process] = open(one.process);
        }
        for (const log of logs) await remember(log);
        // Nothing is in the log that was not committed.
        const taken = await readEntries(seen);
        seen += taken.length;
        expect(taken.filter(({ id }) => !committed.has(id))).toEqual([]);
      }
    } finally {
      while (transactions.length > 0) await end(0, true);
    }
    for (const log of logs) {
      await log.settle();
      expect(log.service.refusal()).toBeUndefined();
      await remember(log);
    }
    const entries = await readEntries();
    expect(entries.map(({ id }) => id).toSorted()).toEqual([...committed].toSorted());
    // What was signed at any time are beginnings of the log.
    const frontier = createFrontier({}, sha256);
    for (const { entry } of entries) {
      frontier.append(leafOf(entry));
      const root = base64(frontier.root());
      expect(signed.get(frontier.size) ?? root).toBe(root);
    }
  };
  // All runs are on one log, which grows: a fault shows up in the run that made it.
  await fc.assert(fc.asyncProperty(commandLists(step, { minLength: 5, maxLength: 30 }), run), {
    numRuns: 6,
    endOnFailure: true,
  });
});
