import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretFromDatabase } from '../../accounts/signing-secret.ts';
import { systemClock } from '../../core/clock.ts';
import { readConfig } from '../../core/config/config.ts';
import { openDatabase, type Database } from '../../core/database/database.ts';
import type { Handlers } from '../../core/handler.ts';
import { createLog } from '../../core/logging/log.ts';
import { openLogKeys } from '../../core/public-log/keys.ts';
import { openServer } from '../../server.ts';

export type { Handler } from '../../core/handler.ts';
export { Refused } from '../../core/refusal.ts';

/**
 * Starts the server in this process, over the database of its settings.
 * @param settings as of the environment of a server; it gets a new data folder and no replay
 * @param isUnsigned placing makes no receipts
 * @param replaceHandlers gets the handlers and the database of the server
 * @returns the port of the loopback on which it listens
 */
export const startSite = async (
  settings: Readonly<Record<string, string | undefined>>,
  {
    isUnsigned = false,
    replaceHandlers,
  }: { isUnsigned?: boolean; replaceHandlers?: (handlers: Handlers, database: Database) => Handlers } = {},
): Promise<number> => {
  // The log's state belongs to one database, so that each server has a folder of its own.
  const folder = await mkdtemp(join(tmpdir(), 'touchline-site-'));
  const config = readConfig({ ...settings, DATA_DIR: folder, REPLAY: 'false' });
  const databaseUrl = config.DATABASE_URL ?? '';
  const database = openDatabase(databaseUrl, config.DATABASE_CONNECTIONS, () => undefined);
  const server = await openServer({
    config,
    database,
    databaseUrl,
    log: createLog('error'),
    clock: systemClock,
    secret: await secretFromDatabase(database.pool),
    logKeys: await openLogKeys(config, database.pool),
    isUnsigned,
    replaceHandlers: replaceHandlers && ((handlers) => replaceHandlers(handlers, database)),
  });
  await server.start();
  return Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
};
