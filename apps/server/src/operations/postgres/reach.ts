import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../core/config/config.ts';
import type { DatabaseUrls } from '../../core/database/prepare.ts';
import { closeOnSignal } from '../../core/process.ts';
import { clusterFolder, startEmbedded, stopEmbedded } from './embedded.ts';
import { DataFolderInUse, lockDataFolder } from './lock.ts';
import { postgresUser } from './user.ts';

/** A reachable database, and how to let go of it. */
type Reached = DatabaseUrls & {
  /** It was started for the tool: no server uses it. */
  isAlone: boolean;
  leave: () => Promise<void>;
};

/**
 * The database of the settings, for a tool that runs apart from the server: DATABASE_URL, or the embedded one of DATA_DIR,
 * which a running server continues using.
 * @throws when there is none yet
 */
export const reachDatabase = async (config: Config): Promise<Reached> => {
  const external = externalDatabase(config);
  if (external) return { ...external, isAlone: false, leave: async () => undefined };
  const folder = await clusterFolder(config.DATA_DIR, await postgresUser());
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error(`There is no database in ${config.DATA_DIR}`);
  const unlock = await lockDataFolder(config.DATA_DIR).catch((error: unknown) => {
    if (error instanceof DataFolderInUse) return undefined;
    throw error;
  });
  // A tool that started the database also stops it at a signal; the database of a server is left alone.
  const stop = async (): Promise<void> => {
    if (!unlock) return;
    await stopEmbedded(config.DATA_DIR);
    await unlock();
  };
  const stopListening = closeOnSignal(stop);
  const postgres = await startEmbedded(config.DATA_DIR);
  return {
    url: postgres.serverUrl('touchline'),
    ownerUrl: postgres.ownerUrl('touchline'),
    isAlone: unlock !== undefined,
    leave: async () => {
      await stop();
      stopListening();
    },
  };
};

/** The connection strings of the settings; undefined when the embedded database is wanted. */
export const externalDatabase = ({
  DATABASE_URL: url,
  DATABASE_OWNER_URL: ownerUrl,
}: Config): DatabaseUrls | undefined => (url === undefined ? undefined : { url, ownerUrl });
