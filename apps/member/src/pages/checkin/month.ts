import { dayMs } from '@touchline/contract/durations';
import type { Lan } from '@touchline/locales/locales';

const atNoon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** The day a week begins with, 1 Monday … 7 Sunday. */
const firstWeekday = (lan: Lan): number => (lan === 'ar' ? 6 : 1);

/** The days of the week in a language's order, 1 Monday … 7 Sunday. */
export const weekdays = (lan: Lan): number[] =>
  Array.from({ length: 7 }, (_, i) => ((firstWeekday(lan) - 1 + i) % 7) + 1);

/** A month that is a number of months after another, "2026-06". */
export const monthAfter = (month: string, months: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1, 12)).toISOString().slice(0, 7);
};

/** The days of a month, "2026-06-01" first. */
export const daysOf = (month: string): string[] => {
  const first = atNoon(`${month}-01`);
  const count = Math.round((atNoon(`${monthAfter(month, 1)}-01`) - first) / dayMs);
  return Array.from({ length: count }, (_, i) => new Date(first + i * dayMs).toISOString().slice(0, 10));
};

/** Places left free in a calendar before the first of a month. */
export const freeBefore = (month: string, lan: Lan): number => {
  const weekday = new Date(atNoon(`${month}-01`)).getUTCDay() || 7;
  return (weekday - firstWeekday(lan) + 7) % 7;
};
