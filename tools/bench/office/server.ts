import { startSite } from '@touchline/server/tools/site';

// The server over a filled database, in a separate process. Sends its port to the parent.
process.send?.(await startSite({ ...process.env, RATE_LIMIT_PER_MINUTE: '10000000', PAYOUT_RAIL: 'manual' }));
