import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { verifyBets } from './book/verify.ts';
import { readConfig, type Config } from './platform/config.ts';
import { openDatabase, type Queryable } from './platform/database.ts';
import { clusterFolder, startEmbedded } from './platform/postgres/embedded.ts';
import { DataFolderInUse, lockDataFolder } from './platform/postgres/lock.ts';
import { postgresUser } from './platform/postgres/user.ts';
import { verifyLedger, type Verified } from './wallet/verify.ts';

/** What is recomputed and compared, in order; a room that keeps records worth proving adds its own. */
const parts: readonly { name: string; verify: (on: Queryable) => Promise<Verified> }[] = [
  { name: 'ledger', verify: verifyLedger },
  { name: 'bets', verify: verifyBets },
];

type Source = { url: string; leave(): Promise<void> };

/** The database to verify: DATABASE_URL, or the embedded one of DATA_DIR, which a running server goes on using. */
const findDatabase = async (config: Config): Promise<Source> => {
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL, leave: async () => undefined };
  const folder = await clusterFolder(config.DATA_DIR, await postgresUser());
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error(`There is no database in ${config.DATA_DIR}`);
  const unlock = await lockDataFolder(config.DATA_DIR).catch((error: unknown) => {
    if (error instanceof DataFolderInUse) return undefined;
    throw error;
  });
  const postgres = await startEmbedded(config.DATA_DIR);
  return {
    url: postgres.url('touchline'),
    leave: async () => {
      if (!unlock) return;
      await postgres.stop();
      await unlock();
    },
  };
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Verifies part by part and stops at the first that has a difference. */
const run = async (): Promise<boolean> => {
  const source = await findDatabase(readConfig(process.env));
  const database = openDatabase(source.url, 2, () => undefined);
  try {
    for (const { name, verify } of parts) {
      const { counts, differences } = await verify(database.pool);
      const told = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
      const [first] = differences;
      print(`${name}: ${told.join(', ')}: ${first === undefined ? 'all agree' : 'they do not agree'}`);
      if (first === undefined) continue;
      print(`first difference: ${first}`);
      return false;
    }
    return true;
  } finally {
    await database.close();
    await source.leave();
  }
};

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
