import { hourMs } from '@touchline/contract/durations';
import { dayAfter, localTime, momentOf } from '../../core/local-time.ts';

/** Whether a zone had that day: a zone that moved across the date line has skipped one. */
const wasThere = (day: string, zone: string): boolean =>
  localTime(momentOf(day, '12:00', zone), zone).date === day;

/** The day before another on the calendar of a zone. */
export const dayBefore = (day: string, zone: string): string => {
  const before = dayAfter(day, -1);
  return wasThere(before, zone) ? before : dayBefore(before, zone);
};

/** The first millisecond at which clocks in a zone show a later day than they do now. */
export const nextDayAt = (now: Date, zone: string): Date => {
  const today = localTime(now, zone).date;
  const isLater = (at: number): boolean => localTime(new Date(at), zone).date > today;
  let from = now.getTime();
  let to = from + hourMs;
  while (!isLater(to)) {
    from = to;
    to += hourMs;
  }
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (isLater(middle)) to = middle;
    else from = middle;
  }
  return new Date(to);
};
