import { readConfig } from '../../core/config/config.ts';
import { openDatabase } from '../../core/database/database.ts';
import { createPasswordHasher } from '../../accounts/index.ts';
import { startEmbedded, stopEmbedded } from '../postgres/embedded.ts';
import { lockDataFolder } from '../postgres/lock.ts';
import { externalDatabase } from '../postgres/reach.ts';
import { prepareDatabase } from '../../core/database/prepare.ts';
import { closeOnSignal } from '../../core/process.ts';
import { fill } from './fill.ts';
import { readSize } from './size.ts';

// Fills a new database for load work: the one of DATABASE_URL, or of the data folder while no server runs on it.
const say = (text: string): void => void process.stdout.write(`${text}\n`);
/** The password of all its members: a database of this kind has no secrets. */
const password = 'Touchline-Load-1';

const run = async (): Promise<void> => {
  const size = readSize(process.argv.slice(2));
  const config = readConfig(process.env);
  if (config.MODE !== 'play') throw new Error('Only a database of play money is filled');
  const startedMs = performance.now();
  const unlock = config.DATABASE_URL === undefined ? await lockDataFolder(config.DATA_DIR) : undefined;
  const stop = async (): Promise<void> => {
    if (unlock) await stopEmbedded(config.DATA_DIR);
    await unlock?.();
  };
  const stopListening = closeOnSignal(stop);
  const postgres = config.DATABASE_URL === undefined ? await startEmbedded(config.DATA_DIR) : undefined;
  const urls = externalDatabase(config) ?? {
    url: postgres?.serverUrl('touchline') ?? '',
    ownerUrl: postgres?.ownerUrl('touchline') ?? '',
  };
  // It makes temporary tables, which the server's role may not.
  const database = openDatabase(urls.ownerUrl ?? urls.url, 2, () => undefined);
  try {
    await prepareDatabase(urls);
    const passwordHash = await createPasswordHasher().hash(password);
    await fill(database.pool, size, { passwordHash, say });
    say(`Filled in ${((performance.now() - startedMs) / 1000).toFixed(0)} s.`);
    say(`Members load0000000 to load${String(size.members - 1).padStart(7, '0')} sign in with ${password}`);
  } finally {
    await database.close();
    await stop();
    stopListening();
  }
};

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
