import { currencies } from '@touchline/money/currency';
import { createBus, type Bus } from '../platform/bus.ts';
import { manualClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { createLiveHub } from '../platform/live/hub.ts';
import { createLog } from '../platform/log.ts';
import type { Ground } from '../platform/room.ts';
import type { TestDatabase } from './database.ts';

/** A bus whose listeners fail without a line in the log. */
export const testBus = (): Bus => createBus(createLog('silent'));

/**
 * The ground of rooms over the database of a test: all connections are the test's, and only the test moves
 * the clock.
 */
export const testGround = (
  database: TestDatabase,
  {
    env = {},
    clock = manualClock(new Date()),
  }: { env?: Record<string, string>; clock?: Ground['clock'] } = {},
): Ground => {
  const log = createLog('silent');
  const secret = Buffer.alloc(32, 7);
  return {
    config: readConfig(env),
    connections: {
      calls: database,
      cashier: database,
      lanes: database,
      delayed: database,
      runs: database,
      feed: database,
      probe: database,
      background: database,
    },
    log,
    clock,
    secret,
    currency: currencies.PLAY,
    bus: testBus(),
    live: createLiveHub({ secret }),
  };
};
