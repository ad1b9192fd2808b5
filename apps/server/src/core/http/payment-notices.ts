import { notifyPath } from '@touchline/contract/paths';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { addressKey } from './request-origin.ts';
import { Refused } from '../refusal.ts';
import { secondsOf, type CallCounts } from './call-log.ts';
import { createRateLimit } from './floods.ts';

/**
 * Receives a notice of a rail; throws a Refused when it is invalid, anything else when it should be sent
 * again.
 */
export type HearNotice = (
  rail: string,
  raw: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
) => Promise<unknown>;

const bodyMaxBytes = 256 * 1024;

/** Notices of one address. A provider sends many at once after an outage, and repeats refused ones. */
const noticesPerMinute = 1_200;

/**
 * The address for notices of payment providers. It has no sign-in: a notice is valid by its signature, which
 * covers the raw bytes.
 */
export const registerPaymentNotices = (
  app: FastifyInstance,
  { hearNotice, counts }: { hearNotice: HearNotice; counts: CallCounts },
): void => {
  const limit = createRateLimit(noticesPerMinute);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<{ Params: { rail: string }; Body: Buffer | undefined }>(
    notifyPath,
    {
      bodyLimit: bodyMaxBytes,
      onRequest: (request, _reply, done) => {
        const untilMs = limit(addressKey(request.ip), Date.now());
        const until = untilMs === undefined ? undefined : new Date(untilMs).toISOString();
        done(until === undefined ? undefined : new Refused('too_many', { until }));
      },
    },
    async (request, reply) => {
      await hearNotice(request.params.rail, request.body ?? Buffer.alloc(0), request.headers);
      counts.count(notifyPath, 'success', secondsOf(request));
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send('{"code":1,"msg":"","data":{}}');
    },
  );
  const others: HTTPMethods[] = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  app.route({
    method: others,
    url: notifyPath,
    onRequest: (_request, reply, done) => {
      reply.header('allow', 'POST');
      done(new Refused('method_not_allowed'));
    },
    handler: () => {
      throw new Refused('method_not_allowed');
    },
  });
};
