/** Counts of values by size, as a histogram has them. */
export type Buckets = {
  /** Upper bounds, rising; a value that equals one belongs to it. */
  readonly bounds: readonly number[];
  /** How many values each bound has beyond the one before; the last are those above all bounds. */
  readonly counts: number[];
  sum: number;
};

/** Durations from half a millisecond to a minute, in seconds. */
const durationBounds = [0.0005, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Empty buckets. @param bounds in the unit of the values, rising */
export const createBuckets = (bounds: readonly number[] = durationBounds): Buckets => ({
  bounds,
  counts: Array.from({ length: bounds.length + 1 }, () => 0),
  sum: 0,
});

/** Counts a value. Plain additions, since every call and every connection pays for them. */
export const count = (buckets: Buckets, value: number): void => {
  const { bounds, counts } = buckets;
  let at = 0;
  while (at < bounds.length && value > (bounds[at] ?? Infinity)) at++;
  counts[at] = (counts[at] ?? 0) + 1;
  buckets.sum += value;
};

/** Counts the seconds since a time of `performance.now()`. */
export const countSince = (buckets: Buckets, startedMs: number): void =>
  count(buckets, (performance.now() - startedMs) / 1_000);
