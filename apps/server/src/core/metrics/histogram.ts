import { Histogram, type HistogramConfiguration } from '@prometheus-io/client';

/** Durations from half a millisecond to a minute, in seconds. */
const durationBounds = [0.0005, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Counts of values by size. Plain additions, since every bet pays for several: an observation of the library costs ten times as much. */
export class Buckets {
  /** Upper bounds, rising; a value that equals one belongs to it. */
  readonly bounds: readonly number[];
  /** How many values each bound has beyond the one before; the last are those above all bounds. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[] = durationBounds) {
    this.bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  /** Counts a value. */
  observe(value: number): void {
    const { bounds, counts } = this;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] ?? Infinity)) at++;
    counts[at] = (counts[at] ?? 0) + 1;
    this.sum += value;
  }

  /** Counts the seconds since a time of `performance.now()`. */
  observeSince(startedMs: number): void {
    this.observe((performance.now() - startedMs) / 1_000);
  }
}

type Series = { labels: Record<string, string>; buckets: Buckets };

/** A histogram whose values are counted in buckets, and written by the library. */
export class BucketHistogram<T extends string = never> extends Histogram<T> {
  readonly #name: string;
  readonly #help: string;
  readonly #series: Series[] = [];

  constructor(config: Omit<HistogramConfiguration<T>, 'buckets' | 'collect'>) {
    super(config);
    this.#name = config.name;
    this.#help = config.help;
  }

  /** Writes these buckets as one of its series. @returns the buckets */
  add(labels: Record<T, string>, buckets: Buckets): Buckets {
    this.#series.push({ labels, buckets });
    return buckets;
  }

  /** What the library asks for the text of `/metrics`; its types do not name it. */
  async getForPromString() {
    const name = this.#name;
    const values = this.#series.flatMap((series) => valuesOf(name, series));
    return { name, help: this.#help, type: 'histogram', values };
  }
}

/** Values of a histogram as the library writes them: each bound with all values up to it. */
const valuesOf = (name: string, { labels, buckets: { bounds, counts, sum } }: Series) => {
  let total = 0;
  const upTo = counts.map((one, at) => {
    total += one;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: total };
  });
  return [
    ...upTo,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
};
