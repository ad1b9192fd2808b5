// Prepares a database as another checkout would: node checkout.mjs place|settle PATH URL COUNT. The schema and the seed are
// that checkout's own. It is JavaScript, since the modules are known only when it runs. Sends the seed to its parent.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , bench = '', checkout = '', url = '', count = '0'] = process.argv;
const load = (/** @type {string} */ path) => import(pathToFileURL(join(checkout, path)).href);

const { openDatabase } = await load('apps/server/src/core/database/database.ts');
const { migrate } = await load('apps/server/src/core/database/migrate.ts');
const { migrateJobs } = await load('apps/server/src/core/jobs.ts');

const database = openDatabase(url, 4, () => undefined);
await migrate(database.pool);
await migrateJobs(database.pool);
const seed = async () => {
  if (bench === 'place') {
    const { seed: seedMembers } = await load('tools/bench/place/seed.ts');
    return seedMembers(database, Number(count));
  }
  const { seedOpenBets } = await load('apps/server/src/testing/open-bets.ts');
  return seedOpenBets(database, url, Number(count));
};
const seeded = await seed();
await database.close();
process.send?.(seeded);
