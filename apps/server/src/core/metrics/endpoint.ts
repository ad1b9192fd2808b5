import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Buckets } from './buckets.ts';
import type { Figure, Point } from './metrics.ts';
import type { Log } from '../logging/log.ts';
import { isLoopback } from '../config/messaging.ts';
import { hasTwoHosts } from '../http/request-origin.ts';

/** Values of a histogram as the library writes them: each bound with all values up to it. */
const valuesOf = (name: string, labels: Record<string, string>, { bounds, counts, sum }: Buckets) => {
  let total = 0;
  const upTo = counts.map((one, at) => {
    total += one;
    return {
      metricName: `${name}_bucket`,
      labels: { ...labels, le: bounds[at] ?? '+Inf' },
      value: total,
    };
  });
  return [
    ...upTo,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
};

/** A histogram that the server has counted itself, written by the library. */
class CountedHistogram extends Histogram<string> {
  readonly #figure: Figure;
  readonly #points: () => readonly Point[];

  constructor(figure: Figure, points: () => readonly Point[]) {
    super({
      name: figure.name,
      help: figure.help,
      labelNames: Object.keys(figure.labels ?? {}),
      registers: [],
    });
    this.#figure = figure;
    this.#points = points;
  }

  /** What the library asks for the text of `/metrics`; its types do not name it. */
  async getForPromString() {
    const values = this.#points().flatMap(({ labels = {}, value }) =>
      typeof value === 'number' ? [] : valuesOf(this.#figure.name, { ...labels }, value),
    );
    const { name, help } = this.#figure;
    return { name, help, type: 'histogram', values };
  }
}

/**
 * The figures of this process. Nothing is read from the database here: `points` has what is known.
 * @param figures all there are; a point of another is a fault
 */
export const createMetrics = (figures: readonly Figure[], points: () => readonly Point[]): Registry => {
  let known: ReadonlyMap<Figure, readonly Point[]> = new Map();
  const registry = new FigureRegistry(() => {
    known = Map.groupBy(points(), ({ of }) => of);
    const strange = [...known.keys()].filter((figure) => !figures.includes(figure));
    if (strange.length > 0) {
      throw new Error(`Figures that are not in the table: ${strange.map(({ name }) => name).join(', ')}`);
    }
  });
  collectDefaultMetrics({ register: registry });
  for (const figure of figures) registry.registerMetric(metricOf(figure, () => known.get(figure) ?? []));
  return registry;
};

/** A registry that reads all figures once before the library asks for one after the other. */
class FigureRegistry extends Registry {
  readonly #read: () => void;

  constructor(read: () => void) {
    super();
    this.#read = read;
  }

  override async metrics(): Promise<string> {
    this.#read();
    return super.metrics();
  }
}

const metricOf = (
  figure: Figure,
  points: () => readonly Point[],
): Counter<string> | Gauge<string> | Histogram<string> => {
  const { name, help, kind, labels = {} } = figure;
  if (kind === 'histogram') return new CountedHistogram(figure, points);
  const own = { name, help, labelNames: Object.keys(labels), registers: [] };
  const numbers = (): { labels: Record<string, string>; value: number }[] =>
    points().flatMap(({ labels: of = {}, value }) =>
      typeof value === 'number' ? [{ labels: { ...of }, value }] : [],
    );
  if (kind === 'counter') {
    return new Counter<string>({
      ...own,
      collect() {
        this.reset();
        for (const { labels: of, value } of numbers()) this.inc(of, value);
      },
    });
  }
  return new Gauge<string>({
    ...own,
    collect() {
      this.reset();
      const known = numbers();
      // A gauge without labels is 0 after a reset: without a value it is left out. One with labels is empty then.
      if (known.length === 0 && own.labelNames.length === 0) this.remove();
      for (const { labels: of, value } of known) this.set(of, value);
    },
  });
};

/** The name in a `Host`, without its port. */
const nameOf = (host = ''): string => host.replace(/:\d+$/, '');

/** Serves `/metrics` on a separate port, which need not be open to the internet. On a loopback address it answers to loopback names. */
export const startMetrics = async (
  registry: Registry,
  { host, port, log }: { host: string; port: number; log: Pick<Log, 'error'> },
): Promise<Server> => {
  const isHere = isLoopback(host);
  const server = createServer((request, response) => {
    // A page whose name was pointed at this machine would read the figures through the browser of who opened it.
    if (hasTwoHosts(request) || (isHere && !isLoopback(nameOf(request.headers.host)))) {
      response.writeHead(421).end();
      return;
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics page could not be made');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return server;
};
