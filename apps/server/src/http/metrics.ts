import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { CallCounts } from './call-counts.ts';

export type MetricsOptions = {
  counts: CallCounts;
  /** Streams open now. */
  liveStreams: () => number;
  /** Whether there is only one owner. */
  isOwnerAlone: () => Promise<boolean>;
};

/** The figures of this process, collected on request. */
export const createMetrics = ({ counts, liveStreams, isOwnerAlone }: MetricsOptions): Registry => {
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
  return registry;
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
