import type { Socket } from 'node:net';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from './address.ts';
import { Refused } from '../refusal.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * Requests of one connection that may be under way. Browsers send one after the other; a client that sends
 * many without waiting for answers would delay everybody else.
 */
const underWayMax = 32;

const tooMany = (untilMs: number): Refused =>
  new Refused('too_many', { until: new Date(untilMs).toISOString() });

/**
 * Limits the requests of one connection under way: beyond it the answer is `too_many`, and the connection is
 * closed.
 */
export const boundPipelines = (app: FastifyInstance): void => {
  const underWay = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    if (count <= underWayMax) {
      done();
      return;
    }
    reply.header('connection', 'close');
    done(tooMany(Date.now() + 1_000));
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { socket } = request.raw;
    underWay.set(socket, (underWay.get(socket) ?? 1) - 1);
    done();
  });
};

export type OnRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/**
 * Limits the requests of an address, for paths without a sign-in. The one beyond it loses its connection too.
 */
export const limitAddress =
  (limit: RateLimit): OnRequest =>
  (request, reply, done) => {
    const untilMs = limit(addressKey(request.ip), Date.now());
    if (untilMs === undefined) {
      done();
      return;
    }
    reply.header('connection', 'close');
    done(tooMany(untilMs));
  };

const overloadRetrySeconds = 10;

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
      reply.header('retry-after', String(overloadRetrySeconds));
      throw new Refused('unavailable');
    },
  });
};
