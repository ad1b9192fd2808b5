import { dayMs } from '@touchline/contract/durations';

/** The day `count` days after another; before it when below zero. Days are written "2026-06-11". */
export const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** Days from the first to the last, both counted; 0 or less when the last lies before the first. */
export const lengthOf = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** Every day from the first to the last. */
export const daysOf = (span: { from: string; to: string }): string[] =>
  Array.from({ length: Math.max(0, lengthOf(span)) }, (_, at) => dayAfter(span.from, at));
