import type { JsonObject } from '@touchline/verify/canonical-json';
import { Malformed } from '@touchline/verify/malformed';
import { countOf, countOrNull, listOf } from './fields.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Upper bounds of the classes of durations, in milliseconds. Entries have counts by class, so that they add up over matches and days,
 * and no member's own times are in them. What took longer than the last is in no class.
 */
export const durationBoundsMs: readonly number[] = [
  ...[1, 2, 3, 5, 7, 10, 15, 20, 30, 45].map((count) => count * second),
  ...[1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45].map((count) => count * minute),
  ...[1, 1.5, 2, 3, 4, 6, 8, 12, 18].map((count) => count * hour),
  ...[1, 1.5, 2, 3, 5, 7, 14, 30].map((count) => count * day),
];

/** How many cases were in each class, and last, in none. */
export type Durations = number[];

export const noDurations = (): Durations => Array.from({ length: durationBoundsMs.length + 1 }, () => 0);

/** Durations as entries have them: the classes with cases, ascending; `upToMs` is null for those in none. */
export const durationsOf = (entry: JsonObject, name: string): Durations => {
  const counts = noDurations();
  let last = -1;
  for (const one of listOf(entry, name)) {
    const upToMs = countOrNull(one, 'upToMs');
    const at = upToMs === null ? durationBoundsMs.length : durationBoundsMs.indexOf(upToMs);
    if (at <= last) throw new Malformed(`${name} has no class of ${upToMs} ms there`);
    last = at;
    counts[at] = countOf(one, 'count');
  }
  return counts;
};

/** The same to be written into an entry. */
export const durationsEntry = (counts: readonly number[]): { count: number; upToMs: number | null }[] =>
  counts.flatMap((count, at) => (count === 0 ? [] : [{ count, upToMs: durationBoundsMs[at] ?? null }]));

/** Adds durations to others; a factor of -1 takes them away again. */
export const addDurations = (to: Durations, counts: readonly number[], factor: 1 | -1 = 1): void => {
  for (const [at, count] of counts.entries()) to[at] = (to[at] ?? 0) + factor * count;
};

export const casesIn = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);

/**
 * Within how many milliseconds a share of the cases was done: the upper bound of the class in which it is reached.
 * @param percent 50, 95
 * @returns undefined without cases, or where the share took longer than all classes
 */
export const percentileMs = (counts: readonly number[], percent: number): number | undefined => {
  const cases = casesIn(counts);
  let seen = 0;
  for (const [at, count] of counts.entries()) {
    seen += count;
    if (cases > 0 && seen * 100 >= cases * percent) return durationBoundsMs[at];
  }
  return undefined;
};
