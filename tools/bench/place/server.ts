import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServer } from '../../../apps/server/src/server.ts';
import { secretFromDatabase } from '../../../apps/server/src/accounts/signing-secret.ts';
import { systemClock } from '../../../apps/server/src/core/clock.ts';
import { readConfig } from '../../../apps/server/src/core/config/config.ts';
import { openDatabase } from '../../../apps/server/src/core/database/database.ts';
import { openLogKeys } from '../../../apps/server/src/core/public-log/keys.ts';
import { createLog } from '../../../apps/server/src/core/logging/log.ts';
import { emptyPost } from './empty-post.ts';
import { placePerBet } from './per-bet.ts';

// One server of the comparison in a separate process: node server.ts VARIANT. Sends its port to the parent.
const [, , variant] = process.argv;

/** Caps that are kept as always, but never reached by any number of bets. */
const cap = '100000000000.00';
const caps = {
  EXPOSURE_CAP_SITE: cap,
  EXPOSURE_CAP_COMPETITION: cap,
  EXPOSURE_CAP_EVENT: cap,
  EXPOSURE_CAP_MARKET: cap,
  EXPOSURE_CAP_SELECTION: cap,
  EXPOSURE_CAP_MEMBER: cap,
};

const whole = async (): Promise<string> => {
  // The log's state belongs to one database, so that each variant has a folder of its own.
  const folder = await mkdtemp(join(tmpdir(), 'touchline-bench-place-'));
  const config = readConfig({ ...caps, ...process.env, DATA_DIR: folder, REPLAY: 'false' });
  const log = createLog('error');
  const database = openDatabase(config.DATABASE_URL ?? '', config.DATABASE_CONNECTIONS, () => undefined);
  const server = await openServer({
    config,
    database,
    databaseUrl: config.DATABASE_URL ?? '',
    log,
    clock: systemClock,
    secret: await secretFromDatabase(database.pool),
    logKeys: await openLogKeys(config, database.pool),
    isUnsigned: variant === 'unsigned',
    replaceHandlers:
      variant === 'per-bet'
        ? (handlers) => ({ ...handlers, orderAdd: placePerBet(database.pool) })
        : undefined,
  });
  await server.start();
  return server.app.listen({ host: '127.0.0.1', port: 0 });
};

const address = await (variant === 'empty' || variant === 'tiny' ? emptyPost(variant) : whole());
process.send?.(Number(new URL(address).port));
