import { hourMs } from '@touchline/contract/durations';
import type { LimitPeriod } from '@touchline/contract/shapes/play';
import { dayAfter, localTime, momentOf } from '../core/local-time.ts';

/** Days, weeks and months by the site's clocks. Days are "2026-06-11". */
export type Calendar = {
  /** The day that the site's clocks show at a given time. */
  dayOf(at: Date): string;
  /** The time at which a day starts. */
  startOf(day: string): Date;
};

/** Clocks change by less than this. */
const marginMs = 3 * hourMs;

/** @param zone IANA name of the site's time zone */
export const createCalendar = (zone: string): Calendar => {
  const startOf = (day: string): Date => momentOf(day, '00:00', zone);
  // The middle of the day of the last answer: clocks are only read near midnight.
  let known = { day: '', fromMs: 0, untilMs: 0 };
  return {
    startOf,
    dayOf: (at) => {
      const ms = at.getTime();
      if (ms >= known.fromMs && ms < known.untilMs) return known.day;
      const day = localTime(at, zone).date;
      known = {
        day,
        fromMs: startOf(day).getTime() + marginMs,
        untilMs: startOf(dayAfter(day, 1)).getTime() - marginMs,
      };
      return day;
    },
  };
};

/** The first day of the period that a day is in, and the first day after it. Weeks begin on Monday. */
export const periodOf = (day: string, period: LimitPeriod): { from: string; next: string } => {
  switch (period) {
    case 'day':
      return { from: day, next: dayAfter(day, 1) };
    case 'week': {
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
      const from = dayAfter(day, 1 - weekday);
      return { from, next: dayAfter(from, 7) };
    }
    case 'month': {
      const from = `${day.slice(0, 7)}-01`;
      return { from, next: `${dayAfter(from, 31).slice(0, 7)}-01` };
    }
    default:
      return period satisfies never;
  }
};
