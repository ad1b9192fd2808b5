import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { CallCounts } from './call-counts.ts';

export type MetricsOptions = {
  counts: CallCounts;
  /** Streams open now. */
  liveStreams: () => number;
  /** Whether there is only one owner. */
  isOwnerAlone: () => Promise<boolean>;
  /** How far the public log is. */
  logFigures: () => Promise<LogFigures>;
};

/** How far the public log is. */
type LogFigures = {
  entries: number;
  signed: number;
  signedAt: Date;
  isRefused: boolean;
  cosigned: readonly { name: string; size: number }[];
};

/** The figures of this process, collected on request. */
export const createMetrics = ({
  counts,
  liveStreams,
  isOwnerAlone,
  logFigures,
}: MetricsOptions): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(
    new Counter({
      name: 'touchline_calls_total',
      help: 'Calls answered, by path and outcome',
      labelNames: ['call', 'outcome'],
      registers: [],
      collect() {
        this.reset();
        for (const { call, outcome, total } of counts.all()) this.inc({ call, outcome }, total);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'touchline_live_streams',
      help: 'Live streams open',
      registers: [],
      collect() {
        this.set(liveStreams());
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'touchline_owner_alone',
      help: '1 while one owner is all there is, so that nobody checks changes of operators',
      registers: [],
      async collect() {
        // Without the database the other figures are still useful.
        const isAlone = await isOwnerAlone().catch(() => undefined);
        this.reset();
        if (isAlone !== undefined) this.set(isAlone ? 1 : 0);
      },
    }),
  );
  registerLogFigures(registry, logFigures);
  return registry;
};

/** Registers the figures of the public log; without the database they are left out. */
const registerLogFigures = (registry: Registry, read: () => Promise<LogFigures>): void => {
  const gauge = (name: string, help: string, of: (figures: LogFigures) => number): void =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const figures = await read().catch(() => undefined);
          this.reset();
          if (figures !== undefined) this.set(of(figures));
        },
      }),
    );
  gauge('touchline_log_entries', 'Entries of the public log', ({ entries }) => entries);
  gauge('touchline_log_signed_entries', 'Entries of the last checkpoint', ({ signed }) => signed);
  gauge(
    'touchline_log_signed_timestamp_seconds',
    'When the last checkpoint was signed, in seconds since 1970',
    ({ signedAt }) => signedAt.getTime() / 1_000,
  );
  gauge(
    'touchline_log_refused',
    '1 while this process refuses to go on with the public log',
    ({ isRefused }) => (isRefused ? 1 : 0),
  );
  registry.registerMetric(
    new Gauge({
      name: 'touchline_log_cosigned_entries',
      help: 'Entries of the checkpoint that a witness cosigned last',
      labelNames: ['witness'],
      registers: [],
      async collect() {
        const figures = await read().catch(() => undefined);
        this.reset();
        for (const { name, size } of figures?.cosigned ?? []) this.set({ witness: name }, size);
      },
    }),
  );
};

/** Serves `/metrics` on a separate port, which need not be open to the internet. */
export const startMetrics = async (
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<Server> => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return server;
};
