import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEvent, testWallet } from '../../testing/book.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { worstOfBets } from '../../testing/exposure.ts';
import type { SellingTask } from '../../testing/selling-process.ts';
import { moveDatabaseTime } from '../../testing/site-time.ts';

/** The number of rounds; set it higher for a long run. */
const rounds = Number(process.env['EXPOSURE_TEST_ROUNDS'] ?? 1);
/** Longer than the test takes: leases end when it moves the time. */
const ttlMs = 60_000;
const script = fileURLToPath(new URL('../../testing/selling-process.ts', import.meta.url));
const odds = { X: 3400, 1: 2100, 2: 3600 };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

type Selling = { child: ChildProcess; lines: string[]; ended: Promise<unknown> };

const sell = async (task: Omit<SellingTask, 'url' | 'members' | 'ttlMs' | 'odds'>): Promise<Selling> => {
  const members = await Promise.all(
    Array.from({ length: 6 }, () => testWallet(database.pool, 1_000_000_000n)),
  );
  const child = spawn(
    process.execPath,
    [script, JSON.stringify({ ...task, url: database.url, members, ttlMs, odds } satisfies SellingTask)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  // Once all its output has been read, not when it exits.
  const ended = Promise.all([once(child, 'close'), once(reader, 'close')]);
  await once(reader, 'line');
  return { child, lines, ended };
};

const stop = async ({ child, ended, lines }: Selling): Promise<{ offered: number }> => {
  child.kill('SIGTERM');
  await ended;
  return JSON.parse(lines.at(-1) ?? '');
};

const caps = {
  site: 10_000_000,
  competition: null,
  event: 450_000,
  market: 430_000,
  selection: 400_000,
  member: null,
};

describe.each(Array.from({ length: rounds }, (_, round) => round))(
  'four processes selling one match (%i)',
  () => {
    it('never exceed a cap together, and use nearly all of it; one is killed and one is frozen in the meantime', async () => {
      const { id: event } = await testEvent(database.pool);
      const task = { event, caps };
      const processes = await Promise.all(Array.from({ length: 4 }, () => sell(task)));

      const most = { event: 0, market: 0, selection: 0 };
      const look = async (): Promise<number> => {
        const worst = await worstOfBets(database.pool, event);
        most.event = Math.max(most.event, worst.event);
        most.market = Math.max(most.market, worst.market);
        most.selection = Math.max(most.selection, worst.selection);
        return worst.selection;
      };
      const reach = (share: number): Promise<void> =>
        expect.poll(look, { interval: 5 }).toBeGreaterThan(caps.selection * share);

      const [first, killed, frozen, last] = processes;
      if (!first || !killed || !frozen || !last) throw new Error('there are four');
      await reach(0.3);
      killed.child.kill('SIGKILL');
      frozen.child.kill('SIGSTOP');
      await killed.ended;
      const replacement = await sell(task);
      // Others have its leases when it wakes.
      await moveDatabaseTime(database.owner, ttlMs * 2);
      await reach(0.7);
      frozen.child.kill('SIGCONT');
      await reach(0.98);

      const tallies = await Promise.all([first, frozen, last, replacement].map(stop));
      await look();

      expect(most.event).toBeLessThanOrEqual(caps.event);
      expect(most.market).toBeLessThanOrEqual(caps.market);
      expect(most.selection).toBeLessThanOrEqual(caps.selection);
      // Near the end they were offered smaller stakes.
      expect(tallies.reduce((sum, { offered }) => sum + offered, 0)).toBeGreaterThan(0);
    });
  },
);
