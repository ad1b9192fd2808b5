import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase, startEmbedded } from '@touchline/server/tools/cluster';
import { openDatabase, type Database } from '@touchline/server/tools/database';
import pg from 'pg';

export type BenchCluster = {
  /** A new database with the schema of the server. */
  create(name: string): Promise<{ url: string; database: Database }>;
  /** A new database without a schema. */
  createEmpty(name: string): Promise<{ url: string; database: Database }>;
  /** A database that is there. */
  open(name: string): { url: string; database: Database };
  /** Copies a database without connections. */
  copy(from: string, name: string): Promise<{ url: string; database: Database }>;
  /** Deletes a database without connections. */
  drop(name: string): Promise<void>;
  stop(): Promise<void>;
};

/** A PostgreSQL of the benchmark's own, durable like the server's; it is gone afterwards. */
export const benchCluster = async (): Promise<BenchCluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-bench-'));
  const postgres = await startEmbedded(folder);
  const asAdmin = async (text: string): Promise<void> => {
    const admin = new pg.Client({ connectionString: postgres.ownerUrl('postgres') });
    await admin.connect();
    await admin.query(text);
    await admin.end();
  };
  const open = (name: string): { url: string; database: Database } => {
    // Data are filled in by the owner; the servers of a benchmark get the same, as their peers do.
    const url = postgres.ownerUrl(name);
    return { url, database: openDatabase(url, 4, () => undefined) };
  };
  const createEmpty: BenchCluster['createEmpty'] = async (name) => {
    await asAdmin(`create database ${name}`);
    return open(name);
  };
  return {
    createEmpty,
    open,
    copy: async (from, name) => {
      await asAdmin(`create database ${name} template ${from} strategy file_copy`);
      return open(name);
    },
    drop: (name) => asAdmin(`drop database ${name}`),
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
