import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { filePath, livePath } from '@touchline/contract/paths';
import { reasons } from '@touchline/contract/reasons';
import { type Auth, isOfPage, type Route } from '@touchline/contract/route';
import { routes } from '@touchline/contract/routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../refusal.ts';
import { limitAddress, type RateLimit } from './floods.ts';

type Json = { [name: string]: unknown };

/** Refusals every call can meet, in addition to its own. */
const everyCall = ['validation', 'too_many', 'fault', 'unavailable', 'no_answer'] as const;
const callOf = {
  public: [],
  member: ['sign_in', 'token_expired'],
  operator: ['sign_in', 'forbidden'],
} as const satisfies Record<Auth, readonly (keyof typeof reasons)[]>;

/** The header that opens a call, by the names of the schemes below. */
const securityOf = {
  public: [],
  member: [{ token: [] }],
  operator: [{ officeToken: [] }],
} as const satisfies Record<Auth, readonly Json[]>;

const envelopeOf = (data: unknown): Json => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { const: 1 },
    msg: { type: 'string', description: "in the caller's language; may be empty" },
    data,
  },
});

const refusalOf = (reason: keyof typeof reasons): Json => ({
  type: 'object',
  title: reason,
  required: ['code', 'msg', 'data'],
  properties: {
    code: { const: reasons[reason].code },
    msg: { type: 'string' },
    data: {
      type: 'object',
      required: ['reason'],
      properties: { reason: { const: reason } },
      additionalProperties: true,
    },
  },
});

/** The input, as query parameters or as a body. */
const inputOf = (route: Route): Json => {
  const properties: Json =
    'properties' in route.input && typeof route.input.properties === 'object'
      ? { ...route.input.properties }
      : {};
  if (route.method === 'POST') {
    const schema = route.input;
    // A schema with a file in it is one of a form too.
    const isForm = Object.hasOwn(properties, 'file');
    return {
      requestBody: {
        content: {
          ...(isForm ? { 'multipart/form-data': { schema } } : {}),
          'application/json': { schema },
        },
      },
    };
  }
  const required: unknown[] =
    'required' in route.input && Array.isArray(route.input.required) ? route.input.required : [];
  return {
    parameters: Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
  };
};

const operationOf = (route: Route): Json => {
  // A page that the site may keep from visitors: with or without the header.
  const isPage = isOfPage(route);
  const ofCaller = callOf[isPage ? 'member' : route.auth];
  const possible = [...new Set([...route.reasons, ...everyCall, ...ofCaller])];
  const byStatus = Map.groupBy(possible, (reason) => reasons[reason].status);
  const answers = [...byStatus].map(([status, group]) => {
    const refusals = group.map(refusalOf);
    const schemas = status === 200 ? [envelopeOf(route.output), ...refusals] : refusals;
    return [
      String(status),
      {
        description: status === 200 ? `Done, or refused: ${group.join(', ')}` : group.join(', '),
        content: { 'application/json': { schema: { oneOf: schemas } } },
      },
    ] as const;
  });
  return {
    operationId: route.name,
    summary: route.summary,
    ...inputOf(route),
    ...(route.auth === 'operator'
      ? { tags: ['office'], description: `For operators with one of the roles ${route.roles.join(', ')}.` }
      : {}),
    security: isPage ? [{}, ...securityOf.member] : securityOf[route.auth],
    responses: Object.fromEntries(answers),
  };
};

/**
 * The OpenAPI 3.1 document of the contract.
 * @param site name and version shown at its head
 */
const openApi = (site: { name: string; version: string }): Json => {
  const paths: Record<string, Json> = {};
  for (const route of Object.values<Route>(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  }
  paths[livePath] = {
    get: {
      operationId: 'live',
      summary: 'Live updates as server-sent events: event, price, bet, balance',
      security: [],
      parameters: [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'the stream', content: { 'text/event-stream': {} } } },
    },
  };
  paths[filePath] = {
    get: {
      operationId: 'file',
      summary: 'An image its owner sent, private; file_unknown (404) for everybody else',
      security: [{ token: [] }],
      parameters: [{ name: 'id', in: 'query', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'the image', content: { 'image/*': {} } } },
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: site.name,
      version: site.version,
      description:
        'Every answer is an envelope {code, msg, data}: code 1 is success, any other a refusal whose data.reason is for programs. ' +
        'Amounts and odds are decimal strings, times ISO 8601 UTC.',
    },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'ba-user-token' },
        officeToken: { type: 'apiKey', in: 'header', name: 'ba-office-token' },
      },
    },
    paths,
  };
};

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
