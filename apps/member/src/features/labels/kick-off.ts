import { hourMs, minuteMs } from '@touchline/contract/durations';
import { dayIn, formatDate, formatRelative, formatTime, nearDayName } from '@touchline/locales/format-time';

import { currentLan } from '../../lib/i18n.tsx';

/** Kick-offs nearer than this also show the time until then. */
const soonMs = 12 * hourMs;

/** Asking the browser for the time zone takes longer than using it; one that travels is noticed this soon. */
const zoneKeptMs = minuteMs;

let zone: { name: string; readAtMs: number } | undefined;

/** The time zone of this device: kick-offs are shown on the clock the member lives by. */
export const deviceTimeZone = (): string => {
  const nowMs = performance.now();
  if (zone === undefined || nowMs - zone.readAtMs > zoneKeptMs) {
    zone = { name: new Intl.DateTimeFormat().resolvedOptions().timeZone, readAtMs: nowMs };
  }
  return zone.name;
};

/** A kick-off in its parts: clock, day where it is not today, and distance where it is near. */
export type KickOff = { clock: string; day: string | undefined; distance: string | undefined };

/** Puts a kick-off into words for a reader at `now` (milliseconds since 1970). */
export const kickOffAt = (kickOff: string, now: number): KickOff => {
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  const aheadMs = Date.parse(kickOff) - now;
  const isToday = dayIn(kickOff, options.timeZone) === dayIn(new Date(now), options.timeZone);
  return {
    clock: formatTime(kickOff, options),
    day: isToday ? undefined : (nearDayName(kickOff, { ...options, now }) ?? formatDate(kickOff, options)),
    distance:
      aheadMs >= 1_000 && aheadMs < soonMs ? formatRelative(kickOff, { lan: options.lan, now }) : undefined,
  };
};
