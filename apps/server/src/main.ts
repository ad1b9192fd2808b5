import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { compose } from './compose.ts';
import { demoMember } from './demo.ts';
import { demoOperators } from './demo-operators.ts';
import { secretFromDatabase, secretFromFolder } from './members/signing-secret.ts';
import { systemClock } from './platform/clock.ts';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import { openDatabase, type Database } from './platform/database.ts';
import { failpointFrom } from './platform/failpoints.ts';
import { migrateJobs } from './platform/jobs.ts';
import { createLiveRelay } from './platform/live/relay.ts';
import { createLog, type Log } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { startEmbedded } from './platform/postgres/embedded.ts';
import { DataFolderInUse, lockDataFolder } from './platform/postgres/lock.ts';

const memberAppDir = fileURLToPath(new URL('../../member/dist', import.meta.url));
const officeAppDir = fileURLToPath(new URL('../../office/dist', import.meta.url));
const isBuilt = (folder: string): boolean => existsSync(join(folder, 'index.html'));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** The database of the settings: an external one as it is, or the embedded one, started under the folder's lock. */
const ground = async (config: Config): Promise<{ url: string; stop: () => Promise<void> }> => {
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL, stop: async () => undefined };
  const unlock = await lockDataFolder(config.DATA_DIR);
  const postgres = await startEmbedded(config.DATA_DIR);
  return {
    url: postgres.url('touchline'),
    stop: async () => {
      await postgres.stop();
      await unlock();
    },
  };
};

const main = async (): Promise<void> => {
  const startedMs = performance.now();
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  // What is open, to be closed in the opposite order: at the end, or when the start fails halfway.
  const open: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of open.splice(0).toReversed()) await end();
  };
  try {
    const base = await ground(config);
    open.push(base.stop);
    const database = openDatabase(base.url, config.DATABASE_CONNECTIONS, (error) =>
      log.warn({ reason: error.message }, 'a database connection was lost'),
    );
    open.push(() => database.close());
    const applied = await migrate(database.pool);
    await migrateJobs(database.pool);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    const server = await compose({
      ...{ config, database, databaseUrl: base.url, log, clock: systemClock },
      failpoint: failpointFrom(process.env),
      ...(await sharing(config, base.url, database, log)),
      ...(isBuilt(memberAppDir) ? { memberAppDir } : {}),
      ...(isBuilt(officeAppDir) ? { officeAppDir } : {}),
    });
    open.push(() => server.stop());
    closeWithGrace({ delay: 30_000, logger: false }, async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'stopping after a fault');
      if (signal) say('Stopping …');
      await close();
      if (signal) say('Stopped.');
    });
    await server.start();
    const address = await server.app.listen({ host: config.HOST, port: config.PORT });
    const demo = await demoMember(server.members, config.DATA_DIR);
    const isTrial = config.MODE === 'play' && config.OFFICE_DEMO;
    const operators = isTrial ? await demoOperators(server.office, config.DATA_DIR) : [];
    const first = await server.office.first.offer();
    say(`Touchline is ready at ${address} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
    say(`  member app  ${address}/`);
    say(`  office      ${address}/office/`);
    say(`  API         ${address}/api/docs`);
    if (demo) say(`  demo member ${demo.account} / ${demo.password} (play money)`);
    if (first !== undefined) {
      say(`  office      ${address}/office/#/first?code=${first} (makes the owner, once, within 24 hours)`);
    }
    for (const { account, password, roles } of operators) {
      say(`  demo office ${account} / ${password} (${roles.join(', ')})`);
    }
  } catch (error) {
    await close();
    throw error;
  }
};

/**
 * What several processes of one database share: the secret of their tokens, and messages between them. A server with a
 * database of its own needs no messages, and a copy of that database should not hold the key to its tokens.
 */
const sharing = async (config: Config, url: string, { pool }: Database, log: Log) => {
  if (config.DATABASE_URL === undefined) return { secret: await secretFromFolder(config.DATA_DIR) };
  const relay = await createLiveRelay(url, (error) => log.warn({ reason: error.message }, 'live relay'));
  return { secret: await secretFromDatabase(pool), relay };
};

/** Problems a person can mend, told without a stack. */
const isExpected = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof DataFolderInUse ||
  (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE');

main().catch((error: unknown) => {
  const text = isExpected(error) ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
