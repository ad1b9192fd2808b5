import { createBus, type Bus } from '../core/events.ts';
import { createLog } from '../core/logging/log.ts';

/** A bus whose listeners fail without a line in the log. */
export const testBus = (): Bus => createBus(createLog('silent'));
