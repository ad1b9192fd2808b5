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

// The server over a filled database, in a separate process. Sends its port to the parent.
const config = readConfig({
  ...process.env,
  // The log's state belongs to one database.
  DATA_DIR: await mkdtemp(join(tmpdir(), 'touchline-bench-office-')),
  REPLAY: 'false',
  RATE_LIMIT_PER_MINUTE: '10000000',
  PAYOUT_RAIL: 'manual',
});
const databaseUrl = config.DATABASE_URL ?? '';
const database = openDatabase(databaseUrl, config.DATABASE_CONNECTIONS, () => undefined);
const server = await openServer({
  config,
  database,
  databaseUrl,
  log: createLog('error'),
  clock: systemClock,
  secret: await secretFromDatabase(database.pool),
  logKeys: await openLogKeys(config, database.pool),
});
await server.start();
const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(Number(new URL(address).port));
