import { randomBytes } from 'node:crypto';
import compress from '@fastify/compress';
import { Registry } from '@prometheus-io/client';
import { limits } from '@touchline/contract/limits';
import {
  auditExportPath,
  filePath,
  livePath,
  officeFilePath,
  paths,
  picturePath,
} from '@touchline/contract/paths';
import type { Lan } from '@touchline/locales/locales';
import fastify, { type FastifyInstance, type FastifyRequest, type HTTPMethods } from 'fastify';
import type { Config } from '../config/config.ts';
import type { LiveHub } from '../live/hub.ts';
import { videoHosts } from '../config/messaging.ts';
import type { Log } from '../logging/log.ts';
import { Refused, type FindMeanwhile, type RefusedCall } from '../refusal.ts';
import type { MemberAuth, Handlers, OfficeAuth } from '../handler.ts';
import { CallCounts, createCallLog } from './call-log.ts';
import { registerCalls } from './calls.ts';
import { answerUnreadable, createErrorHandler } from './errors.ts';
import {
  allowPage,
  answerPreflight,
  createLanguageReader,
  createPlaceReader,
  hasTwoHosts,
  type Place,
} from './request-origin.ts';
import { registerDocs } from './docs.ts';
import {
  boundPipelines,
  createRateLimit,
  drain,
  limitAddress,
  registerOverload,
  type OnRequest,
} from './floods.ts';
import {
  registerExports,
  registerFiles,
  registerLive,
  registerOfficeFiles,
  registerPictures,
  type OpenFile,
  type OpenOfficeFile,
  type OpenPicture,
  type OpenTable,
} from './file-route.ts';
import { createAddressLimit, createIdentify, createIdentifyOperator } from './gate.ts';
import { pageMeant, registerPages } from './pages.ts';
import { productVersion } from '../process.ts';

/** Digits and letters that cannot be taken for one another. */
const idLetters = '23456789abcdefghjkmnpqrstvwxyz';

/**
 * Names requests, so that a member can read a name out and an operator finds it in the log: six letters of the process, and the
 * number of the request. They are short, unique over processes and starts, and tell nothing.
 */
const createRequestIds = (): (() => string) => {
  const ofProcess = Array.from(randomBytes(6), (byte) => idLetters[byte % idLetters.length] ?? '').join('');
  let requests = 0;
  return () => `${ofProcess}-${(++requests).toString(36)}`;
};

/** After this many a connection is closed in order, so that no client keeps one forever. */
const requestsPerConnection = 10_000;

/** How long idle connections stay open when another process takes the new ones. */
const drainMs = 5_000;

/** Documents of the API that one address may request: the page that shows them is a handful of files. */
const documentsPerMinute = 60;

/** What routes of modules use of the HTTP side. */
export type RouteTools = {
  languageOf: (header: string | undefined) => Lan;
  placeOf: (request: FastifyRequest) => Place;
  /** Limits the requests of an address. */
  limit: OnRequest;
  counts: CallCounts;
};

/** Registers routes that are no calls of the contract. */
export type RegisterRoutes = (app: FastifyInstance, tools: RouteTools) => void | Promise<void>;

export type AppOptions = {
  config: Pick<
    Config,
    | 'SITE_NAME'
    | 'SITE_TIME_ZONE'
    | 'MIN_AGE'
    | 'PUBLIC_PAGES'
    | 'RATE_LIMIT_PER_MINUTE'
    | 'SIGNIN_LIMIT_PER_MINUTE'
    | 'FILE_LIMIT_PER_MINUTE'
    | 'TRUST_PROXY'
    | 'LOG_CALLS'
    | 'VIDEO_HOSTS'
    | 'SITE_ADDRESS'
    | 'PATIENCE_FACTOR'
  >;
  log: Log;
  handlers: Handlers;
  auth: MemberAuth;
  officeAuth: OfficeAuth;
  live: LiveHub;
  /** Whether the server can answer calls: the database is there and the modules are open. */
  isReady: () => boolean | Promise<boolean>;
  /** The currency of amounts in messages. */
  currency: string;
  /** Opens a member's file; without it there are no files. */
  openFile?: OpenFile;
  openOfficeFile?: OpenOfficeFile;
  openPicture?: OpenPicture;
  /** Opens the audit log as a table; without it there is no export. */
  openAudit?: OpenTable;
  /** What modules answer that is no call of the contract. */
  routes?: readonly RegisterRoutes[];
  /** Records refusals of operators' calls; without it they are only counted. */
  refusals?: { note(refused: RefusedCall): Promise<void>; flush(how: { all: boolean }): Promise<void> };
  /** Finds who decided first, when an operator's decision came too late. */
  findMeanwhile?: FindMeanwhile | undefined;
  /** Folder of the built member app, served at `/`. */
  memberAppDir?: string | undefined;
  /** Folder of the built office, served at `/office/`. */
  officeAppDir?: string | undefined;
  counts?: CallCounts;
  checkAnswers?: boolean | undefined;
  /** How many clients may be connected at once; further ones are turned away. Without it as many as there are files. */
  connectionsMax?: number | undefined;
  /** Whether the listening socket stays open without this process, so that a stop need not refuse anybody. */
  isHandedOver?: boolean | undefined;
};

/** How long calls wait for the processor before new ones are refused. */
const overloadMs = 5_000;

/** What the parts of the HTTP side share, for one application. */
const partsOf = (options: AppOptions) => {
  const { config, log, refusals, currency, findMeanwhile } = options;
  const counts = options.counts ?? new CallCounts(new Registry());
  const lines = createCallLog(log, config.LOG_CALLS);
  const languageOf = createLanguageReader();
  const site = {
    currency,
    get minAge() {
      return config.MIN_AGE;
    },
  };
  const noteRefused = refusals && ((refused: RefusedCall) => refusals.note(refused));
  return {
    counts,
    lines,
    languageOf,
    site,
    placeOf: createPlaceReader(config.SITE_ADDRESS),
    callLimit: createRateLimit(() => config.RATE_LIMIT_PER_MINUTE),
    fileLimit: limitAddress(createRateLimit(() => config.FILE_LIMIT_PER_MINUTE)),
    handleError: createErrorHandler({ log, lines, counts, site, languageOf, noteRefused, findMeanwhile }),
  };
};
type Parts = ReturnType<typeof partsOf>;

/** Makes the server of the application, with its limits and the answers to what it cannot read. */
const openFastify = (
  { config, connectionsMax }: AppOptions,
  { handleError, site }: Parts,
): FastifyInstance => {
  const app = fastify({
    // Faults are logged by the error handler; a line per call would cost more than the call.
    logger: false,
    genReqId: createRequestIds(),
    bodyLimit: limits.bodyMaxBytes,
    requestTimeout: limits.requestTimeoutMs,
    maxRequestsPerSocket: requestsPerConnection,
    trustProxy: config.TRUST_PROXY === '' ? false : config.TRUST_PROXY,
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, site),
    frameworkErrors: (error, request, reply) => handleError(error, request, reply),
  });
  if (connectionsMax !== undefined) app.server.maxConnections = connectionsMax;
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw new Refused('unknown_path');
  });
  return app;
};

/** What happens to each request before its route: it is timed, and turned away or redirected where no route is meant. */
const admitRequests = (
  app: FastifyInstance,
  { memberAppDir, officeAppDir }: AppOptions,
  { fileLimit, placeOf }: Parts,
): void => {
  const folders = [
    ...(officeAppDir === undefined ? [] : ['/office/']),
    ...(memberAppDir === undefined ? [] : ['/']),
  ];
  boundPipelines(app);
  app.decorateRequest('startedMs', 0);
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    request.startedMs = performance.now();
    if (hasTwoHosts(request.raw)) {
      done(new Refused('bad_request'));
      return;
    }
    if (request.headers.origin !== undefined) allowPage(request, reply, placeOf(request).host);
    // Before the body is read: the body of an unknown path does not matter.
    if (request.is404) {
      fileLimit(request, reply, (error) => {
        const page = error === undefined ? pageMeant(request, folders) : undefined;
        if (page === undefined) done(error ?? new Refused('unknown_path'));
        else reply.redirect(page);
      });
    } else done();
  });
};

/** What is ended when the application closes. */
const closeInOrder = (app: FastifyInstance, { live, isHandedOver, refusals }: AppOptions): void => {
  app.addHook('preClose', () => live.close());
  // From here on each answer says `Connection: close`.
  if (isHandedOver === true) app.addHook('preClose', () => drain(app.server, drainMs));
  if (refusals) app.addHook('onClose', () => refusals.flush({ all: true }));
};

/** Calls, the live stream and files: what members and operators are signed in for. */
const registerApi = async (api: FastifyInstance, options: AppOptions, parts: Parts): Promise<void> => {
  const { config, auth, officeAuth, openAudit } = options;
  const { callLimit, fileLimit } = parts;
  const noFile = () => Promise.resolve(undefined);
  await registerOverload(api, overloadMs * config.PATIENCE_FACTOR);
  await api.register(compress, { global: false, globalDecompression: false });
  await registerCalls(api, {
    handlers: options.handlers,
    auth,
    officeAuth,
    counts: parts.counts,
    lines: parts.lines,
    languageOf: parts.languageOf,
    placeOf: parts.placeOf,
    callLimit,
    checkAnswers: options.checkAnswers ?? false,
    signinLimit: createRateLimit(() => config.SIGNIN_LIMIT_PER_MINUTE),
    arePagesPublic: () => config.PUBLIC_PAGES,
  });
  registerLive(api, options.live, callLimit);
  const identify = createIdentifyOperator(officeAuth, callLimit);
  registerFiles(api, {
    identify: createIdentify(auth, callLimit),
    openFile: options.openFile ?? noFile,
  });
  registerOfficeFiles(api, { identify, openFile: options.openOfficeFile ?? noFile });
  if (openAudit) registerExports(api, { identify, openAudit });
  registerPictures(api, {
    withinLimit: createAddressLimit(callLimit),
    openPicture: options.openPicture ?? noFile,
  });
  registerOtherMethods(api, fileLimit);
};

/** What modules answer that is no call of the contract, and the documents of the calls. */
const registerOthers = async (
  app: FastifyInstance,
  { config, routes = [] }: AppOptions,
  { counts, fileLimit: limit, languageOf, placeOf }: Parts,
): Promise<void> => {
  for (const register of routes) {
    await app.register(async (own) => register(own, { counts, limit, languageOf, placeOf }));
  }
  await app.register(async (docs) =>
    registerDocs(docs, {
      name: config.SITE_NAME,
      version: productVersion,
      limit: createRateLimit(documentsPerMinute),
    }),
  );
};

/** The built apps of members and of the office. */
const registerApps = async (
  app: FastifyInstance,
  { config, memberAppDir, officeAppDir }: AppOptions,
  { placeOf, fileLimit: limit }: Parts,
): Promise<void> => {
  if (memberAppDir !== undefined) {
    await app.register(async (pages) =>
      registerPages(pages, memberAppDir, { placeOf, limit, videoHosts: videoHosts(config) }),
    );
  }
  if (officeAppDir !== undefined) {
    await app.register(async (pages) =>
      registerPages(pages, officeAppDir, { placeOf, limit, prefix: '/office/' }),
    );
  }
};

/** Whether the process lives, and whether it can answer calls. */
const registerHealth = (app: FastifyInstance, { isReady }: AppOptions, limit: OnRequest): void => {
  app.get('/healthz', { onRequest: limit }, (_request, reply) => {
    reply.send({ status: 'ok' });
  });
  app.get('/readyz', { onRequest: limit }, async (_request, reply) => {
    const ready = await isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
};

/**
 * Assembles the HTTP side: every call of the contract, the live stream, the documents, health and the member
 * app.
 * @returns the application, not yet listening
 * @throws when a route of the contract has no handler, or a handler no route
 */
export const createApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const parts = partsOf(options);
  const app = openFastify(options, parts);
  admitRequests(app, options, parts);
  closeInOrder(app, options);
  await app.register((api) => registerApi(api, options, parts));
  await registerOthers(app, options, parts);
  await registerApps(app, options, parts);
  registerHealth(app, options, parts.fileLimit);
  return app;
};

/**
 * Known paths with another method: 405 with the right ones, or the answer to a preflight before a cross-host
 * call.
 */
const registerOtherMethods = (app: FastifyInstance, limit: OnRequest): void => {
  const known: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const all: (readonly [string, string])[] = [
    ...Object.values(paths),
    ['GET', livePath],
    ['GET', filePath],
    ['GET', officeFilePath],
    ['GET', auditExportPath],
    ['GET', picturePath],
  ];
  for (const [path, group] of Map.groupBy(all, ([, path]) => path)) {
    const taken = group.flatMap(([method]) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.route({
      method: known.filter((method) => !taken.includes(method)),
      url: path,
      onRequest: [
        limit,
        (request, reply, done) => {
          if (request.method === 'OPTIONS') {
            answerPreflight(reply, taken.join(', '));
            return;
          }
          reply.header('allow', taken.join(', '));
          done(new Refused('method_not_allowed'));
        },
      ],
      handler: () => {
        throw new Refused('method_not_allowed');
      },
    });
  }
};
