import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Refused } from '../platform/refusal.ts';

const retryAfterSeconds = 10;

/**
 * Refuses new calls while calls wait too long for the processor. It starts when the server is ready:
 * registering the routes blocks the processor too, and must not refuse the first calls.
 * @param overloadMs how long calls wait before new ones are refused, milliseconds
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
    // The library takes a loop that was blocked for a whole interval as blocked forever.
    sampleInterval: overloadMs,
    exposeStatusRoute: false,
    pressureHandler: (_request, reply) => {
      // A reading is about the interval before it, and applies to the one after it.
      if (now() < readyAt + 2 * overloadMs) return;
      reply.header('retry-after', String(retryAfterSeconds));
      throw new Refused('unavailable');
    },
  });
};
