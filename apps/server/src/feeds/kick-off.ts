import { minuteMs } from '@touchline/contract/durations';
import { momentOf } from '../core/local-time.ts';

/** Where a day begins first. */
const FIRST_ZONE = 'Pacific/Kiritimati';

/**
 * The kick-off by local time. Without a time it is the start of the day, without a zone where the day begins first: betting
 * must never continue after an unknown kick-off.
 * @param of.zone IANA name; `utcOffsetMinutes` wins where it is given
 * @returns undefined for a time in an unknown zone
 */
export const kickOffAt = (of: {
  date: string;
  time?: string | undefined;
  zone?: string | undefined;
  utcOffsetMinutes?: number | undefined;
}): Date | undefined => {
  const { date, time, zone, utcOffsetMinutes } = of;
  if (utcOffsetMinutes !== undefined) {
    return new Date(Date.parse(`${date}T${time ?? '00:00'}:00Z`) - utcOffsetMinutes * minuteMs);
  }
  if (time === undefined) return momentOf(date, '00:00', zone ?? FIRST_ZONE);
  return zone === undefined ? undefined : momentOf(date, time, zone);
};
