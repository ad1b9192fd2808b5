import { testDatabase, type TestDatabase } from '../../apps/server/src/testing/database.ts';
import { moveDatabaseTime } from '../../apps/server/src/testing/site-time.ts';
import { makeDataFolder } from './data-folder.ts';
import { startServer, type Server } from './server.ts';

/** A server on a database and a data folder of its own. */
export type TestServer = Server & {
  database: TestDatabase;
  /** The path of its data folder. */
  dataDir: string;
  /** Its environment, which programs that look at the same database need. */
  settings: Record<string, string>;
  /**
   * Moves the time of the site forward: of its database and of the server, not of browsers. Timers stay as they are.
   */
  later(byMs: number): Promise<void>;
  /** The time of the site. */
  now(): Date;
  /** Stops it if it still runs, drops its database and deletes its data folder; `stop` leaves both. */
  close(): Promise<void>;
};

/**
 * Starts the server on a new database in the PostgreSQL of the test run.
 * @param settings in addition to the database and the folder
 */
export const startTestServer = async (settings: Record<string, string>): Promise<TestServer> => {
  const database = await testDatabase(1);
  const folder = await makeDataFolder();
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    LOG_LEVEL: 'warn',
    // A test moves a match when it needs to; a busy machine must not suspend it in between.
    FEED_SILENCE_MS: '600000',
    ...settings,
  };
  const leave = async (): Promise<void> => {
    await database.close();
    await folder.remove();
  };
  try {
    const server = await startServer(environment);
    let aheadMs = 0;
    return {
      ...server,
      database,
      dataDir: folder.path,
      settings: environment,
      now: () => new Date(Date.now() + aheadMs),
      later: async (byMs) => {
        await moveDatabaseTime(database.owner, byMs);
        await server.moveTime(byMs);
        aheadMs += byMs;
      },
      close: async () => {
        await server.stop();
        await leave();
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
};
