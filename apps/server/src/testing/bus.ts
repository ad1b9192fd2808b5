import { createBus, type Bus } from '../platform/bus.ts';
import { createLog } from '../platform/log.ts';

/** A bus whose listeners fail without a line in the log. */
export const testBus = (): Bus => createBus(createLog('silent'));
