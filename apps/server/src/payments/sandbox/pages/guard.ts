import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey, type Place } from '../../../core/http/request-origin.ts';
import { Refused } from '../../../core/refusal.ts';
import { createRateLimit } from '../../../core/http/floods.ts';
import { policy } from './style.ts';

const bodyMaxBytes = 8 * 1024;
const pagesPerMinute = 300;

/**
 * Whether a form was sent from a page of this host. Browsers say so in `Sec-Fetch-Site`; those that do not,
 * and all on plain http, say it in `Origin`. A client that sends neither is no browser with one of our pages.
 */
const isFromOurPage = (request: FastifyRequest, ownHost: string): boolean => {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  const host = origin === undefined ? undefined : /^https?:\/\/([^/]+)$/i.exec(origin)?.[1];
  return host !== undefined && host.toLowerCase() === ownHost.toLowerCase();
};

/** Guards all pages of the sandbox: their policy, their limit, the parsing and the origin of forms. */
export const guardPages = (
  app: FastifyInstance,
  { placeOf }: { placeOf: (request: FastifyRequest) => Place },
): void => {
  const limit = createRateLimit(pagesPerMinute);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bodyMaxBytes },
    (_request, text, done) => done(null, new URLSearchParams(text)),
  );
  app.addHook('onRequest', (request, reply, done) => {
    reply
      .header('content-security-policy', policy)
      .header('referrer-policy', 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .header('x-frame-options', 'DENY')
      .header('cache-control', 'no-store');
    const untilMs = limit(addressKey(request.ip), Date.now());
    if (untilMs !== undefined) {
      done(new Refused('too_many', { until: new Date(untilMs).toISOString() }));
    } else if (request.method === 'POST' && !isFromOurPage(request, placeOf(request).host)) {
      done(new Refused('bad_request'));
    } else {
      done();
    }
  });
};

/** A field of a form or a query: the first of its name, cut to what any of them may need. */
export const fieldOf = (from: unknown, name: string): string => {
  const value =
    from instanceof URLSearchParams
      ? from.get(name)
      : typeof from === 'object' && from !== null && Object.hasOwn(from, name)
        ? Object.entries(from).find(([key]) => key === name)?.[1]
        : undefined;
  return typeof value === 'string' ? value.slice(0, 400) : '';
};

export const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).header('content-type', 'text/html; charset=utf-8').send(page);
