// Prepares a database with the schema and the seed of another checkout: node prepare-checkout.mjs PATH URL MEMBERS.
// It is JavaScript, since the modules of the other checkout are known only when it runs. Sends the seed to its parent.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , checkout = '', url = '', members = '0'] = process.argv;
const load = (/** @type {string} */ path) => import(pathToFileURL(join(checkout, path)).href);

const { openDatabase } = await load('apps/server/src/platform/database.ts');
const { migrate } = await load('apps/server/src/platform/migrate.ts');
const { migrateJobs } = await load('apps/server/src/platform/jobs.ts');
const { seed } = await load('bench/src/place/seed.ts');

const database = openDatabase(url, 4, () => undefined);
await migrate(database.pool);
await migrateJobs(database.pool);
const seeded = await seed(database, Number(members));
await database.close();
process.send?.(seeded);
