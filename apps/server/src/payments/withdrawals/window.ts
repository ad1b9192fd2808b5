import { hourMs } from '@touchline/contract/durations';
import { dayAfter, localTime, momentOf } from '../../core/local-time.ts';

/** When withdrawals are accepted: days from 1, Monday, to 7, and times "HH:MM" of which the last minute counts. */
export type Window = { days: readonly number[]; from: string; to: string; timeZone: string };

/** Whether withdrawals are accepted at a given time, and when they are next. */
export const windowAt = (window: Window, now: Date): { open: true } | { open: false; opensAt: Date } => {
  const { days, from, to, timeZone } = window;
  const { date, time, weekday } = localTime(now, timeZone);
  const isDay = days.includes(weekday);
  if (isDay && from <= time && time <= to) return { open: true };
  const first = isDay && time < from ? 0 : 1;
  return { open: false, opensAt: momentOf(nextDay(date, weekday, first, days), from, timeZone) };
};

/**
 * When a withdrawal requested now arrives: within `hours`, or, where that falls on a day without payments, by
 * the end of the next day with them. So a request on a Friday arrives on Monday.
 */
export const arrivesBy = ({ days, timeZone }: Window, now: Date, hours: number): Date => {
  const regular = new Date(now.getTime() + hours * hourMs);
  const { date, weekday } = localTime(regular, timeZone);
  if (days.includes(weekday)) return regular;
  return momentOf(nextDay(date, weekday, 1, days), '23:59:59', timeZone);
};

/** The first of `days` that is at least `from` days after a date. */
const nextDay = (date: string, weekday: number, from: number, days: readonly number[]): string => {
  for (let ahead = from; ahead < from + 7; ahead++) {
    if (days.includes(((weekday - 1 + ahead) % 7) + 1)) return dayAfter(date, ahead);
  }
  throw new RangeError('There must be a day on which withdrawals are accepted');
};
