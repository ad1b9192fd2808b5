import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { clusterFolder, startEmbedded } from './embedded.ts';
import { DataFolderInUse, lockDataFolder } from './lock.ts';
import { postgresUser } from './user.ts';

/** A database that is there, and how to let go of it. */
type Reached = { url: string; leave(): Promise<void> };

/**
 * The database of the settings for a tool beside the server: DATABASE_URL, or the embedded one of DATA_DIR, which a
 * running server goes on using.
 * @throws when there is none yet
 */
export const reachDatabase = async (config: Config): Promise<Reached> => {
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL, leave: async () => undefined };
  const folder = await clusterFolder(config.DATA_DIR, await postgresUser());
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error(`There is no database in ${config.DATA_DIR}`);
  const unlock = await lockDataFolder(config.DATA_DIR).catch((error: unknown) => {
    if (error instanceof DataFolderInUse) return undefined;
    throw error;
  });
  const postgres = await startEmbedded(config.DATA_DIR);
  return {
    url: postgres.url('touchline'),
    leave: async () => {
      if (!unlock) return;
      await postgres.stop();
      await unlock();
    },
  };
};
