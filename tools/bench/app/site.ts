import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Session } from '@touchline/contract/shapes/user';
import type { Database } from '@touchline/server/tools/database';
import { memberApi, type MemberApi } from '../../../tests/fixtures/member-api.ts';
import { startServer } from '../../../tests/fixtures/server.ts';
import { benchCluster } from '../lib/database.ts';

/** The program of `npm start` with the built app, on its own database, and a member of it. */
export type Site = {
  /** Without a slash at the end. */
  url: string;
  database: Database;
  databaseUrl: string;
  api: MemberApi;
  session: Session;
  stop(): Promise<void>;
};

const root = fileURLToPath(new URL('../../../', import.meta.url));

const settings = {
  LOG_LEVEL: 'warn',
  PLAY_GRANT: '1000000.00',
  // A list is scrolled faster than a thumb could.
  RATE_LIMIT_PER_MINUTE: '10000000',
};

/** Builds the app if its sources changed, and starts the server. Stopping it removes its processes and files. */
export const openSite = async (): Promise<Site> => {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: root });
  const cluster = await benchCluster();
  const folder = await mkdtemp(join(tmpdir(), 'touchline-bench-app-'));
  const leave = async (): Promise<void> => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { url: databaseUrl, database } = await cluster.create('app');
    const server = await startServer({ DATA_DIR: folder, DATABASE_URL: databaseUrl, ...settings });
    const api = memberApi(server.url);
    const session = await api.register('bench-member');
    return {
      url: server.url,
      database,
      databaseUrl,
      api,
      session,
      stop: async () => {
        await server.stop();
        await database.close();
        await leave();
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
};

/** What the app keeps in the browser of a member who has chosen English. */
export const storedBy = ({ user, ...tokens }: Session): { config: string; user: string } => ({
  config: JSON.stringify({ language: { chosen: 'en' } }),
  user: JSON.stringify({ user: { ...user, ...tokens } }),
});
