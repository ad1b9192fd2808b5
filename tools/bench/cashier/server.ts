import { openServer } from '../../../apps/server/src/server.ts';
import { secretFromDatabase } from '../../../apps/server/src/accounts/signing-secret.ts';
import { systemClock } from '../../../apps/server/src/core/clock.ts';
import { readConfig } from '../../../apps/server/src/core/config/config.ts';
import { openDatabase, steadyPlans } from '../../../apps/server/src/core/database/database.ts';
import { openLogKeys } from '../../../apps/server/src/core/public-log/keys.ts';
import { createLog } from '../../../apps/server/src/core/logging/log.ts';
import { withdrawPlainly } from './plain.ts';

/** Settings of every server of the comparison: nothing but the money itself refuses a call, on any day. */
const settings = {
  REPLAY: 'false',
  RATE_LIMIT_PER_MINUTE: '10000000',
  CASHIER_CONNECTIONS: '16',
  WITHDRAW_DAYS: '1,2,3,4,5,6,7',
  WITHDRAW_PASSWORD_ABOVE: '100000000.00',
  PAYOUT_COOLING_HOURS: '0',
  // Notices are limited by address, without a setting; behind a proxy each names its own.
  TRUST_PROXY: '127.0.0.1',
} as const;

// One server of the comparison in a separate process: node server.ts VARIANT. Sends its port to the parent.
const [, , variant] = process.argv;

const config = readConfig({ ...process.env, ...settings });
const databaseUrl = config.DATABASE_URL ?? '';
const database = openDatabase(databaseUrl, config.DATABASE_CONNECTIONS, () => undefined);
// As many connections as the cashier's own, with the same settings.
const peer = openDatabase(databaseUrl, config.CASHIER_CONNECTIONS, () => undefined, {
  settings: steadyPlans,
});
const rows = variant === 'plain' ? 'few' : 'same';
const server = await openServer({
  config,
  database,
  databaseUrl,
  log: createLog('error'),
  clock: systemClock,
  secret: await secretFromDatabase(database.pool),
  logKeys: await openLogKeys(config, database.pool),
  replaceHandlers:
    variant === 'server'
      ? undefined
      : (handlers) => ({
          ...handlers,
          createWithdraw: withdrawPlainly(peer.pool, rows),
        }),
});
await server.start();
const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(Number(new URL(address).port));
