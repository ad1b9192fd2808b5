import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createDiskStore } from '../../accounts/uploads/store/disk.ts';
import { rollUpDays } from '../../ledger/days.ts';
import { rollUpHouse } from '../../ledger/house.ts';
import { Liabilities } from '../../proofs/liabilities/service.ts';

/** What the house owes over a database whose sums are up to date, with a folder of its own. */
export const openLiabilities = async (
  pool: pg.Pool,
): Promise<{ liabilities: Liabilities; close: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-liabilities-'));
  const liabilities = new Liabilities({
    pool,
    background: pool,
    store: createDiskStore(folder),
    secret: Buffer.alloc(32, 7),
    currency: 'PLAY',
    clock: { now: () => new Date() },
    log: { info: () => undefined, error: () => undefined },
    reserves: () => Promise.resolve([]),
    append: () => Promise.resolve(),
  });
  // As in a server: sums are brought up to date every ten seconds.
  await rollUpHouse(pool);
  await rollUpDays(pool, 'UTC');
  return { liabilities, close: () => rm(folder, { recursive: true, force: true }) };
};
