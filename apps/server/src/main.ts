import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { compose } from './compose.ts';
import { demoMember } from './demo.ts';
import { secretFromDatabase, secretFromFolder } from './members/signing-secret.ts';
import { systemClock } from './platform/clock.ts';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { migrateJobs } from './platform/jobs.ts';
import { createLiveRelay } from './platform/live/relay.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { startEmbedded } from './platform/postgres/embedded.ts';
import { DataFolderInUse, lockDataFolder } from './platform/postgres/lock.ts';

const memberAppDir = fileURLToPath(new URL('../../member/dist', import.meta.url));
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
  const base = await ground(config);
  const database = openDatabase(base.url, config.DATABASE_CONNECTIONS, (error) =>
    log.warn({ err: error }, 'an idle database connection was lost'),
  );
  const applied = await migrate(database.pool);
  await migrateJobs(database.pool);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  // Messages go between processes only where another one can be: an embedded database has a single server.
  const relay =
    config.DATABASE_URL === undefined
      ? undefined
      : await createLiveRelay(base.url, (error) => log.warn({ err: error }, 'live relay'));
  // Several processes share the secret of their database; a copy of an embedded one should not hold the key to it.
  const secret = await (config.DATABASE_URL === undefined
    ? secretFromFolder(config.DATA_DIR)
    : secretFromDatabase(database.pool));
  const server = await compose({
    ...{ config, database, databaseUrl: base.url, log, clock: systemClock, secret },
    ...(relay ? { relay } : {}),
    ...(existsSync(join(memberAppDir, 'index.html')) ? { memberAppDir } : {}),
  });

  closeWithGrace({ delay: 30_000, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after a fault');
    if (signal) say('Stopping …');
    await server.stop();
    await database.close();
    await base.stop();
    if (signal) say('Stopped.');
  });

  await server.start();
  const address = await server.app.listen({ host: config.HOST, port: config.PORT });
  const demo = await demoMember(server.members, config.DATA_DIR);
  say(`Touchline is ready at ${address} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
  say(`  member app  ${address}/`);
  say(`  API         ${address}/api/docs`);
  if (demo) say(`  demo member ${demo.account} / ${demo.password} (play money)`);
};

main().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof DataFolderInUse;
  process.stderr.write(
    `${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
});
