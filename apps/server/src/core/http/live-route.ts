import { livePath } from '@touchline/contract/paths';
import type { FastifyInstance } from 'fastify';
import type { LiveHub } from '../live/hub.ts';
import { addressKey } from './address.ts';
import { Refused } from '../refusal.ts';
import type { RateLimit } from './rate-limit.ts';

/** When an address with too many streams may try again. */
const comeBackMs = 30_000;

/** The live stream: a ticket from `liveTicket` or `visitorTicket` opens it once. */
export const registerLive = (app: FastifyInstance, live: LiveHub, limit: RateLimit): void => {
  app.get<{ Querystring: { token?: unknown } }>(livePath, async (request, reply) => {
    const untilMs = limit(addressKey(request.ip), Date.now());
    if (untilMs !== undefined) throw new Refused('too_many', { until: new Date(untilMs).toISOString() });
    const address = addressKey(request.ip);
    const full = live.isFull(address);
    // The ticket is not spent: the app waits longer each time, and continues with fetched data.
    if (full === 'all') throw new Refused('unavailable');
    if (full === 'address') {
      throw new Refused('too_many', { until: new Date(Date.now() + comeBackMs).toISOString() });
    }
    const { token: ticket } = request.query;
    const reader = typeof ticket === 'string' ? await live.redeem(ticket) : undefined;
    if (reader === undefined) throw new Refused('sign_in');
    if (live.isFull(address, reader) !== undefined) throw new Refused('unavailable');
    reply.hijack();
    // Headers set by hooks, such as the page's permission, would be lost with the reply.
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    live.attach(reader, reply.raw, address);
  });
};
