import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/database.ts';
import { startEmbedded } from '../platform/postgres/embedded.ts';
import { prepareDatabase } from '../platform/prepare.ts';
import { openRun } from './run.ts';

/** The data ends with the run, so durability is off. Servers with their own data folder keep it on. */
const forOneRun = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };

/** Starts one PostgreSQL for the run and migrates a template that every test file copies. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const run = await openRun({ inMemory: true });
  const folder = join(run.folder, `postgres-${project.name}`);
  const postgres = await startEmbedded(folder, { extra: forOneRun });
  const admin = openDatabase(postgres.ownerUrl('postgres'), 2, () => undefined);
  await admin.pool.query('create database template_touchline');
  await admin.close();
  await prepareDatabase({
    url: postgres.serverUrl('template_touchline'),
    ownerUrl: postgres.ownerUrl('template_touchline'),
  });
  project.provide('postgresUrl', postgres.serverUrl('NAME'));
  project.provide('ownerUrl', postgres.ownerUrl('NAME'));
  return async () => {
    await postgres.stop();
    await run.close();
  };
};

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- augmentation needs an interface
  interface ProvidedContext {
    /** Connection string of the server's role, with NAME instead of the database. */
    postgresUrl: string;
    /** Connection string of the role that owns the tables. */
    ownerUrl: string;
  }
}
