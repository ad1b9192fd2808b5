import { openDatabase, steadyPlans } from '@touchline/server/tools/database';
import { startSite } from '@touchline/server/tools/site';
import { withdrawPlainly } from './plain.ts';

/** As many as the cashier of the server has. */
const connections = 16;

/** Settings of every server of the comparison: nothing but the money itself refuses a call, on any day. */
const settings = {
  RATE_LIMIT_PER_MINUTE: '10000000',
  CASHIER_CONNECTIONS: String(connections),
  WITHDRAW_DAYS: '1,2,3,4,5,6,7',
  WITHDRAW_PASSWORD_ABOVE: '100000000.00',
  PAYOUT_COOLING_HOURS: '0',
  // Notices are limited by address, without a setting; behind a proxy each names its own.
  TRUST_PROXY: '127.0.0.1',
} as const;

// One server of the comparison in a separate process: node server.ts VARIANT. Sends its port to the parent.
const [, , variant] = process.argv;

/** The connections of the peer, with the same settings as those of the cashier. */
const openPeer = () =>
  openDatabase(process.env['DATABASE_URL'] ?? '', connections, () => undefined, { settings: steadyPlans });
const peer = variant === 'server' ? undefined : openPeer();
process.send?.(
  await startSite(
    { ...process.env, ...settings },
    peer && {
      replaceHandlers: (handlers) => ({
        ...handlers,
        createWithdraw: withdrawPlainly(peer.pool, variant === 'plain' ? 'few' : 'same'),
      }),
    },
  ),
);
