import type { TestProject } from 'vitest/node';
import { startRunPostgres, type RunUrls } from './run-postgres.ts';

/** Starts the PostgreSQL of a project of Vitest. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { urls, close } = await startRunPostgres(project.name);
  project.provide('postgres', urls);
  return close;
};

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- augmentation needs an interface
  interface ProvidedContext {
    postgres: RunUrls;
  }
}
