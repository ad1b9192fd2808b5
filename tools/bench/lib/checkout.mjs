// Prepares a database as another checkout would: node checkout.mjs place|settle PATH URL COUNT. The schema and the seed are
// that checkout's own. It is JavaScript, since the modules are known only when it runs. Sends the seed to its parent.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , bench = '', checkout = '', url = '', count = '0'] = process.argv;
const load = (/** @type {string} */ path) => import(pathToFileURL(join(checkout, path)).href);

const offered = (/** @type {string} */ name) => load(`apps/server/src/testing/tools/${name}.ts`);

const { openDatabase } = await offered('database');
const { prepareDatabase } = await offered('cluster');

await prepareDatabase({ url });
const database = openDatabase(url, 4, () => undefined);
const seed = async () => {
  if (bench === 'place') {
    const { seed: seedMembers } = await load('tools/bench/place/seed.ts');
    return seedMembers(database, Number(count));
  }
  const { seedOpenBets } = await offered('settling');
  return seedOpenBets(database, url, Number(count));
};
const seeded = await seed();
await database.close();
process.send?.(seeded);
