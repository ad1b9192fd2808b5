import diagnostics from 'node:diagnostics_channel';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Config } from '../config/config.ts';
import type { Log } from './log.ts';
import { Refused } from '../refusal.ts';
import { currentSpans, workChannel, type SpanRef, type Work } from './spans.ts';

type Tracing = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG' | 'OTEL_EXPORTER_OTLP_ENDPOINT'
>;

/** Sends what is left, and listens no more. */
export type Traces = { flush: () => Promise<void>; stop: () => Promise<void> };

const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return name === '' ? [] : [[name.trim(), decodeURIComponent(value.join('='))]];
    }),
  );

const kinds: Readonly<Record<Work['kind'], SpanKind>> = {
  call: SpanKind.SERVER,
  transaction: SpanKind.CLIENT,
  batch: SpanKind.INTERNAL,
  job: SpanKind.CONSUMER,
};

const refOf = (span: Span): SpanRef => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
};

const contextOf = ({ traceId, spanId, isSampled }: SpanRef) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
});

const below = (parent: SpanRef | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(parent));

/** The kind of an error. Its message may name persons, so it stays in the log. */
const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
};

/** Notes how work ended: a refusal is its outcome, any other error a failure. */
const noteError = (span: Span, error: unknown): void => {
  if (error instanceof Refused) {
    span.setAttribute('touchline.outcome', error.reason);
    return;
  }
  span.setAttribute('error.type', nameOf(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/**
 * Makes spans of calls, transactions, batches, jobs and calls of others, and sends a share of them to an OpenTelemetry collector by
 * OTLP over HTTP. What the collector does not take is dropped.
 * @param options.version of the server
 */
export const startTraces = ({
  config,
  endpoint,
  version,
  log,
}: {
  config: Tracing;
  endpoint: string;
  version: string;
  log: Pick<Log, 'warn'>;
}): Traces => {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  const say = (message: string): void => log.warn({ problem: message }, 'traces');
  diag.setLogger(
    { error: say, warn: say, info: () => undefined, debug: () => undefined, verbose: () => undefined },
    DiagLogLevel.WARN,
  );
  const exporter = new OTLPTraceExporter({
    url: url.href,
    headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: 5_000,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'touchline', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('touchline');
  const stops = [
    listenToWork((name, options, context) => tracer.startSpan(name, options, context)),
    listenToOutgoing((name, options, context) => tracer.startSpan(name, options, context), url.host),
  ];
  return {
    flush: () => provider.forceFlush(),
    stop: async () => {
      for (const stop of stops) stop();
      await provider.shutdown();
      diag.disable();
    },
  };
};

type StartSpan = BasicTracer['startSpan'];
type BasicTracer = ReturnType<BasicTracerProvider['getTracer']>;

const timeOf = (startedMs: number | undefined): number | undefined =>
  startedMs === undefined || startedMs === 0 ? undefined : performance.timeOrigin + startedMs;

/** Makes spans of the server's own work. @returns ends that */
const listenToWork = (start: StartSpan): (() => void) => {
  const spans = new WeakMap<object, Span>();
  const begin = (work: Work): SpanRef => {
    const { name, kind, attributes = {}, startedMs, links = [] } = work;
    const parent = kind === 'batch' || kind === 'job' ? undefined : currentSpans.getStore();
    // No caller waits for a transaction of a routine.
    if (kind === 'transaction' && parent === undefined) return none;
    const startTime = timeOf(startedMs);
    const span = start(
      name,
      {
        kind: kinds[kind],
        attributes,
        links: links.map((of) => ({ context: contextOf(of) })),
        ...(startTime === undefined ? {} : { startTime }),
      },
      below(parent),
    );
    spans.set(work, span);
    return refOf(span);
  };
  const onError = (work: unknown): void => {
    if (!isObject(work)) return;
    const span = spans.get(work);
    if (span) noteError(span, Reflect.get(work, 'error'));
  };
  const onEnd = (work: unknown): void => {
    if (!isObject(work)) return;
    spans.get(work)?.end();
    spans.delete(work);
  };
  workChannel.start.bindStore(currentSpans, begin);
  workChannel.error.subscribe(onError);
  workChannel.asyncEnd.subscribe(onEnd);
  return () => {
    workChannel.start.unbindStore(currentSpans);
    workChannel.error.unsubscribe(onError);
    workChannel.asyncEnd.unsubscribe(onEnd);
  };
};

/** Work that is not traced, with what it does. */
const none: SpanRef = { traceId: '0'.repeat(32), spanId: '0'.repeat(16), isSampled: false };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const requestIn = (message: unknown): object | undefined => {
  const request: unknown = isObject(message) ? Reflect.get(message, 'request') : undefined;
  return isObject(request) ? request : undefined;
};

const textIn = (request: object, name: string): string => {
  const value: unknown = Reflect.get(request, name);
  return typeof value === 'string' ? value : '';
};

const statusIn = (message: unknown): number | undefined => {
  const response: unknown = isObject(message) ? Reflect.get(message, 'response') : undefined;
  const status: unknown = isObject(response) ? Reflect.get(response, 'statusCode') : undefined;
  return typeof status === 'number' ? status : undefined;
};

/** The host of a request: of `fetch` by its origin, of `node:http` by what its agent has set. */
const hostOf = (request: object): string => {
  const origin: unknown = Reflect.get(request, 'origin');
  if (typeof origin === 'string' || origin instanceof URL) return new URL(origin).host;
  const header: unknown =
    'getHeader' in request && typeof request.getHeader === 'function' ? request.getHeader('host') : undefined;
  return typeof header === 'string' ? header : textIn(request, 'host');
};

/**
 * Makes spans of the calls to others, by the channels on which Node's HTTP clients speak of them. Paths and queries are left out, since
 * they may name persons.
 * @param ownHost of the collector
 * @returns ends that
 */
const listenToOutgoing = (start: StartSpan, ownHost: string): (() => void) => {
  const spans = new WeakMap<object, Span>();
  const begin = (message: unknown): void => {
    const request = requestIn(message);
    const host = request === undefined ? '' : hostOf(request);
    if (request === undefined || host === ownHost) return;
    const method = textIn(request, 'method') || 'GET';
    spans.set(
      request,
      start(
        `${method} ${host}`,
        { kind: SpanKind.CLIENT, attributes: { 'http.request.method': method, 'server.address': host } },
        below(currentSpans.getStore()),
      ),
    );
  };
  const answered = (message: unknown): void => {
    const status = statusIn(message);
    const span = spans.get(requestIn(message) ?? {});
    if (status === undefined || span === undefined) return;
    span.setAttribute('http.response.status_code', status);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  };
  const end = (message: unknown): void => {
    const request = requestIn(message);
    if (request === undefined) return;
    spans.get(request)?.end();
    spans.delete(request);
  };
  const failed = (message: unknown): void => {
    const span = spans.get(requestIn(message) ?? {});
    if (span && isObject(message)) noteError(span, Reflect.get(message, 'error'));
    end(message);
  };
  const answeredWhole = (message: unknown): void => {
    answered(message);
    end(message);
  };
  const subscriptions: readonly (readonly [string, (message: unknown) => void])[] = [
    ['undici:request:create', begin],
    ['undici:request:headers', answered],
    ['undici:request:trailers', end],
    ['undici:request:error', failed],
    ['http.client.request.start', begin],
    ['http.client.response.finish', answeredWhole],
    ['http.client.request.error', failed],
  ];
  for (const [name, listener] of subscriptions) diagnostics.subscribe(name, listener);
  return () => {
    for (const [name, listener] of subscriptions) diagnostics.unsubscribe(name, listener);
  };
};
