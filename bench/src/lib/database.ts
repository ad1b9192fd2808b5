import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase, type Database } from '../../../apps/server/src/platform/database.ts';
import { startEmbedded } from '../../../apps/server/src/platform/postgres/embedded.ts';
import { prepareDatabase } from '../../../apps/server/src/platform/prepare.ts';

export type BenchCluster = {
  /** A new database with the schema of the server. */
  create(name: string): Promise<{ url: string; database: Database }>;
  /** A new database without a schema. */
  createEmpty(name: string): Promise<{ url: string; database: Database }>;
  stop(): Promise<void>;
};

/** A PostgreSQL of the benchmark's own, durable like the server's; it is gone afterwards. */
export const benchCluster = async (): Promise<BenchCluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-bench-'));
  const postgres = await startEmbedded(folder);
  const createEmpty: BenchCluster['createEmpty'] = async (name) => {
    const admin = new pg.Client({ connectionString: postgres.ownerUrl('postgres') });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    // Data are filled in by the owner; the servers of a benchmark get the same, as their peers do.
    const url = postgres.ownerUrl(name);
    return { url, database: openDatabase(url, 4, () => undefined) };
  };
  return {
    createEmpty,
    async create(name) {
      const made = await createEmpty(name);
      await prepareDatabase({ url: postgres.serverUrl(name), ownerUrl: made.url });
      return made;
    },
    async stop() {
      await postgres.stop();
      await rm(postgres.folder, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
};
