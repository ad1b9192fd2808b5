import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from './request-origin.ts';
import { Refused } from '../refusal.ts';

/** Counts calls; returns when the caller may come back, or undefined while it is within its limit. */
export type RateLimit = (key: string, nowMs: number, calls?: number) => number | undefined;

const windowMs = 60_000;

/** Callers counted in one window at most; beyond it the oldest half is forgotten. */
const keysMax = 100_000;

/**
 * A limit of calls per minute and caller, in fixed windows of each caller. It is one look-up in a map and no
 * promise, because every call passes it; each server process counts for itself.
 */
export const createRateLimit = (perMinute: number | (() => number)): RateLimit => {
  const most = typeof perMinute === 'number' ? () => perMinute : perMinute;
  // Two generations: the older one is dropped whole, so that forgetting costs nothing per call.
  let young = new Map<string, { count: number; endsMs: number }>();
  let old = new Map<string, { count: number; endsMs: number }>();
  let turnsMs = 0;
  return (key, nowMs, calls = 1) => {
    if (nowMs >= turnsMs || young.size >= keysMax) {
      // The older generation holds windows that began at least a window ago.
      old = young;
      young = new Map();
      turnsMs = nowMs + windowMs;
    }
    let seen = young.get(key);
    if (seen === undefined) {
      seen = old.get(key) ?? { count: 0, endsMs: nowMs + windowMs };
      young.set(key, seen);
    }
    if (nowMs >= seen.endsMs) {
      seen.count = 0;
      seen.endsMs = nowMs + windowMs;
    }
    seen.count += calls;
    return seen.count > most() ? seen.endsMs : undefined;
  };
};

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

/** Files of a server apart from its connections to clients and to the database: logs, images, pages, calls to others. */
const others = 500;

/** Reads the limit of open files from the text of /proc/self/limits; undefined where there is none. */
export const readOpenFilesMax = (limits: string): number | undefined => {
  const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
  const max = Number(soft);
  return Number.isSafeInteger(max) && max > 0 ? max : undefined;
};

/**
 * How many clients may be connected, so that enough files are left for the server itself: without one it cannot reach its database, and
 * Node cannot even read how much memory it uses.
 * @param databaseConnections of all pools
 * @returns undefined where the system does not say, as only Linux does
 */
export const clientsMax = (databaseConnections: number): number | undefined => {
  let limits: string;
  try {
    limits = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return undefined;
  }
  const max = readOpenFilesMax(limits);
  return max === undefined ? undefined : Math.max(1, max - others - databaseConnections);
};

/**
 * Takes no new connections, and waits until clients have ended those there are. A connection that is closed while it is idle can cost a
 * call: the client may be sending one at that time. So idle connections stay open for a while, and the answer to a
 * further call has `Connection: close`, so that the client opens a new one.
 * @param graceMs how long connections are waited for; those that are left are closed when the server closes
 */
export const drain = async (server: Server, graceMs: number): Promise<void> => {
  if (!server.listening) return;
  const ended = new Promise<void>((resolve) => {
    // The method of an HTTP server would close idle connections as well.
    NetServer.prototype.close.call(server, () => resolve());
  });
  await Promise.race([ended, wait(graceMs, undefined, { ref: false })]);
};
