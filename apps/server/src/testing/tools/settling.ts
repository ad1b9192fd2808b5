import type { Database } from '../../core/database/database.ts';
import { enqueue } from '../../core/jobs.ts';
import { testResults } from '../results.ts';

export { seedOpenBets } from '../open-bets.ts';
export { testResults };

/** Results over a database whose servers settle them. */
export const resultsForServers = (database: Database, url: string): ReturnType<typeof testResults> =>
  testResults(database, url, (client, eventId, version) =>
    enqueue(client, 'settle', { eventId, version }, `settle:${eventId}:${version}`),
  );
