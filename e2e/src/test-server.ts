import { testDatabase } from '../../apps/server/src/testing/database.ts';
import { makeDataFolder } from './data-folder.ts';
import { startServer, type Server } from './server.ts';

/**
 * Starts the server on a new database in the PostgreSQL of the test run.
 * @param settings beside the database and the folder
 * @returns the server; `stop` also drops the database
 */
export const startTestServer = async (settings: Record<string, string>): Promise<Server> => {
  const database = await testDatabase(1);
  const folder = await makeDataFolder();
  const leave = async (): Promise<void> => {
    await database.close();
    await folder.remove();
  };
  try {
    const server = await startServer({
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      LOG_LEVEL: 'warn',
      ...settings,
    });
    return {
      ...server,
      stop: async () => {
        const code = await server.stop();
        await leave();
        return code;
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
};
