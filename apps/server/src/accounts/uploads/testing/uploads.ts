import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manualClock } from '../../../core/clock.ts';
import { newId, shardOf } from '../../../core/ids.ts';
import { testDatabase } from '../../../testing/database.ts';
import { Decoder } from '../decoder/pool.ts';
import { createUploads } from '../service.ts';
import { createDiskStore } from '../store/disk.ts';
import type { Store } from '../store/store.ts';
import type { Owner } from '../../../core/owner.ts';

/**
 * Uploads over a folder of their own, with the real decoder and a clock that the test sets. They need no other module, and a test may
 * bring a store.
 */
export const testUploads = async ({ perDay = 50, store }: { perDay?: number; store?: Store } = {}) => {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'touchline-uploads-'));
  const decoder = new Decoder();
  const clock = manualClock(new Date('2026-06-11T12:00:00Z'));
  const kept = store ?? createDiskStore(folder);
  return {
    uploads: createUploads({ pool: database.pool, store: kept, decoder, clock, perDay: () => perDay }),
    store: kept,
    database,
    clock,
    folder,
    close: async () => {
      await decoder.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export const newOwner = (): Owner => {
  const memberId = newId();
  return { memberId, shard: shardOf(memberId) };
};
