import { minuteMs } from '@touchline/contract/durations';
import { momentOf } from '../platform/local-time.ts';

/**
 * The moment of a kick-off in local time. Without a time it is the first moment of the day: betting must
 * never continue after an unknown kick-off.
 * @param of.zone IANA name; `utcOffsetMinutes` wins where it is given
 */
export const kickOffAt = (of: {
  date: string;
  time?: string | undefined;
  zone: string;
  utcOffsetMinutes?: number | undefined;
}): Date => {
  const time = of.time ?? '00:00';
  if (of.utcOffsetMinutes === undefined) return momentOf(of.date, time, of.zone);
  return new Date(Date.parse(`${of.date}T${time}:00Z`) - of.utcOffsetMinutes * minuteMs);
};
