import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Refused } from '../platform/refusal.ts';

const retryAfterSeconds = 10;

/**
 * Turns new calls away while calls wait too long for the processor. It begins to look when the server is ready: putting
 * the routes together holds the processor up too, and is no reason to turn the first calls away.
 * @param overloadMs how long calls wait before new ones are turned away, milliseconds
 * @param now milliseconds of a clock that only goes forward
 */
export const registerOverload = async (
  app: FastifyInstance,
  overloadMs: number,
  now: () => number = () => performance.now(),
): Promise<void> => {
  let readyAt = Infinity;
  app.addHook('onReady', (done) => {
    readyAt = now();
    done();
  });
  await app.register(underPressure, {
    maxEventLoopDelay: overloadMs,
    // It takes a loop that stood still for a whole interval for one that stands still for ever.
    sampleInterval: overloadMs,
    exposeStatusRoute: false,
    pressureHandler: (_request, reply) => {
      // A reading speaks of the interval before it, and counts for the one after it.
      if (now() < readyAt + 2 * overloadMs) return;
      reply.header('retry-after', String(retryAfterSeconds));
      throw new Refused('unavailable');
    },
  });
};
