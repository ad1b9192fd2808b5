import { dayMs } from '@touchline/contract/durations';
import { openDatabase } from '../../apps/server/src/core/database/database.ts';
import { startEmbedded } from '../../apps/server/src/operations/postgres/embedded.ts';
import { openFeed } from '../fixtures/feed.ts';

/**
 * Announces a match of tomorrow, past the servers: something to bet on where there is no replay, which rates all teams
 * at each start of a server.
 * @param url connection string of a database that a server has made ready
 */
export const announceOpenMatch = async (url: string): Promise<void> => {
  const database = openDatabase(url, 1, () => undefined);
  try {
    const feed = await openFeed({ pool: database.pool, url });
    await feed.announce('Rovers', 'United', new Date(Date.now() + dayMs));
  } finally {
    await database.close();
  }
};

/** The same in the database of a data folder, while its server runs. */
export const announceOpenMatchIn = async (folder: string): Promise<void> =>
  announceOpenMatch((await startEmbedded(folder)).serverUrl('touchline'));
