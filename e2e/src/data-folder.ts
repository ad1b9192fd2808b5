import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterFolder, startEmbedded } from '../../apps/server/src/operations/postgres/embedded.ts';
import { postgresUser } from '../../apps/server/src/operations/postgres/user.ts';

/** A data folder of a test's own. */
export type DataFolder = {
  path: string;
  /** The folder of its PostgreSQL cluster, which is not always inside it. */
  cluster: string;
  /** Whether the database of this folder runs, or was left without being stopped. */
  hasRunningDatabase(): boolean;
  /** Stops a database that a killed server left running, and deletes everything. */
  remove(): Promise<void>;
};

/** Makes an empty data folder among the temporary files. */
export const makeDataFolder = async (): Promise<DataFolder> => {
  const path = await mkdtemp(join(tmpdir(), 'touchline-e2e-'));
  // The user of PostgreSQL may pass, so that the cluster is inside: in memory, where the folder of the run is.
  await chmod(path, 0o711);
  const cluster = await clusterFolder(path, await postgresUser());
  const hasRunningDatabase = (): boolean => existsSync(join(cluster, 'postmaster.pid'));
  return {
    path,
    cluster,
    hasRunningDatabase,
    remove: async () => {
      if (hasRunningDatabase()) await (await startEmbedded(path)).stop();
      for (const folder of [cluster, path]) await removeFolder(folder);
    },
  };
};

/** Deletes a folder. Processes that were just killed may still write to it: it tries again for some seconds. */
export const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
