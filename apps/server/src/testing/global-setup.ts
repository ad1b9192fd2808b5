import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/database.ts';
import { migrateJobs } from '../platform/jobs.ts';
import { migrate } from '../platform/migrate.ts';
import { startEmbedded } from '../platform/postgres/embedded.ts';

/** Nothing of it outlives the run, so it need not survive a power cut. Servers on a data folder of their own keep theirs. */
const forOneRun = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };

/** Starts one PostgreSQL for the run and migrates a template that every test file copies. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-test-'));
  const postgres = await startEmbedded(folder, forOneRun);
  const admin = openDatabase(postgres.url('postgres'), 2, () => undefined);
  await admin.pool.query('create database template_touchline');
  const template = openDatabase(postgres.url('template_touchline'), 2, () => undefined);
  await migrate(template.pool);
  await migrateJobs(template.pool);
  await template.close();
  await admin.close();
  project.provide('postgresUrl', postgres.url('NAME'));
  return async () => {
    await postgres.stop();
    await rm(postgres.folder, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  };
};

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- augmentation needs an interface
  interface ProvidedContext {
    /** Connection string with NAME in the place of the database. */
    postgresUrl: string;
  }
}
