import { dayAfter, localTime, momentOf } from '../core/local-time.ts';
import type { Channel } from '../core/config/payments.ts';

/**
 * Whether a channel takes recharges at a given time, and when it opens next.
 * @param zone time zone of the site
 */
export const hoursAt = (
  { hours: { from, until } }: Pick<Channel, 'hours'>,
  now: Date,
  zone: string,
): { open: true } | { open: false; opensAt: Date } => {
  const { date, time } = localTime(now, zone);
  const open = from < until ? from <= time && time < until : time >= from || time < until;
  if (open) return { open };
  return { open, opensAt: momentOf(time < from ? date : dayAfter(date, 1), from, zone) };
};
