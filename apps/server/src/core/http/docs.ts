import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../refusal.ts';
import { limitAddress } from './floods.ts';
import { openApi } from './openapi.ts';
import type { RateLimit } from './rate-limit.ts';

/** A document ready to be sent, made once. */
type Kept = { etag: string; plain: Buffer; gzip: Buffer; br: Buffer };

/** Good compression for a fraction of the time of the best. */
const brotliQuality = 5;

const keep = (text: string): Kept => {
  const plain = Buffer.from(text);
  return {
    etag: `"${createHash('sha256').update(plain).digest('base64url')}"`,
    plain,
    gzip: gzipSync(plain),
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  };
};

/** The codings that a client accepts, by its header. A coding with the weight 0 is refused. */
const takes = (header: string | string[] | undefined, coding: 'br' | 'gzip'): boolean =>
  String(header ?? '')
    .split(',')
    .map((part) =>
      part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .some(([name, weight = 'q=1']) => name === coding && !/^q=0(\.0*)?$/.test(weight));

const sendKept = (request: FastifyRequest, reply: FastifyReply, kept: Kept): FastifyReply => {
  const { 'accept-encoding': accepted, 'if-none-match': known = '' } = request.headers;
  reply.headers({ etag: kept.etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === kept.etag)) {
    return reply.code(304).send();
  }
  reply.header('content-type', 'application/json; charset=utf-8');
  if (takes(accepted, 'br')) return reply.header('content-encoding', 'br').send(kept.br);
  if (takes(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(kept.gzip);
  return reply.send(kept.plain);
};

/**
 * `/api/openapi.json`, and a page to read it at `/api/docs` under a separate content security policy.
 * @param limit of requests of an address
 */
export const registerDocs = async (
  app: FastifyInstance,
  { limit, ...site }: { name: string; version: string; limit: RateLimit },
): Promise<void> => {
  let kept: Kept | undefined;
  const document = (): Kept => (kept ??= keep(JSON.stringify(openApi(site))));
  app.addHook('onRequest', limitAddress(limit));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  app.get('/api/openapi.json', (request, reply) => sendKept(request, reply, document()));
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions;
    // The library of the page would generate the whole document again on each request.
    if (url === '/api/docs/json') sendKept(request, reply, document());
    else done(url === '/api/docs/yaml' ? new Refused('unknown_path') : undefined);
  });
  // The page cannot be registered without this library, which would have to keep the whole document.
  await app.register(swagger, {
    mode: 'static',
    specification: {
      document: { openapi: '3.1.0', info: { title: site.name, version: site.version }, paths: {} },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: true },
  });
};
