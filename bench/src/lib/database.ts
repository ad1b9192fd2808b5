import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase, type Database } from '../../../apps/server/src/platform/database.ts';
import { migrateJobs } from '../../../apps/server/src/platform/jobs.ts';
import { migrate } from '../../../apps/server/src/platform/migrate.ts';
import { startEmbedded } from '../../../apps/server/src/platform/postgres/embedded.ts';

export type BenchCluster = {
  /** A new database with the schema of the server. */
  create(name: string): Promise<{ url: string; database: Database }>;
  stop(): Promise<void>;
};

/** A PostgreSQL of the benchmark's own, durable like the server's; it is gone afterwards. */
export const benchCluster = async (): Promise<BenchCluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-bench-'));
  const postgres = await startEmbedded(folder);
  return {
    async create(name) {
      const admin = new pg.Client({ connectionString: postgres.url('postgres') });
      await admin.connect();
      await admin.query(`create database ${name}`);
      await admin.end();
      const url = postgres.url(name);
      const database = openDatabase(url, 4, () => undefined);
      await migrate(database.pool);
      await migrateJobs(database.pool);
      return { url, database };
    },
    async stop() {
      await postgres.stop();
      await rm(postgres.folder, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
};
