import { hourMs, minuteMs } from '@touchline/contract/durations';
import {
  dayIn,
  formatDate,
  formatRelative,
  formatTime,
  nearDayName,
  formatLongDate,
  formatClock,
  formatDateTime,
} from '@touchline/locales/format-time';
import { useSyncExternalStore, useEffect, useState } from 'react';
import { localeOf } from '@touchline/locales/locales';
import { currentLan } from '../../lib/i18n.tsx';
import { serverNow } from '../../lib/server-clock.ts';
import { isolated } from './bidi.ts';

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

const stepMs = 10_000;
const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;
let shownMs = serverNow();

const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (clock === undefined) {
    shownMs = serverNow();
    clock = setInterval(() => {
      shownMs = serverNow();
      for (const tell of listeners) tell();
    }, stepMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
};

/** The time by the server's clock, milliseconds since 1970, in steps of ten seconds; one timer for all that show it. */
export const useNow = (): number => useSyncExternalStore(watch, () => shownMs);

/** Whole seconds left of a span that begins when it is first given; 0 without one. */
export const useSecondsLeft = (spanMs: number): number => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (spanMs === 0) return undefined;
    const endsAt = Date.now() + spanMs;
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [spanMs]);
  return spanMs === 0 ? 0 : left;
};

/** A future time, within a sentence: "18:30" today, "tomorrow 08:00", "Mon 23 Nov, 00:00". */
export const whenText = (at: string, now: number): string => {
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  const time = isolated(formatTime(at, options));
  if (dayIn(at, options.timeZone) === dayIn(new Date(now), options.timeZone)) return time;
  const near = nearDayName(at, { ...options, now });
  if (near !== undefined) {
    return `${near.toLocaleLowerCase(options.lan)}${localeOf(options.lan).nearTimeGap}${time}`;
  }
  return [formatDate(at, options), time].join(localeOf(options.lan).dateTimeGap);
};

/** A day of the calendar ("1990-05-05") in words: the same in every time zone. */
export const formatCalendarDay = (day: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(day)
    ? formatLongDate(`${day}T12:00:00Z`, { lan: currentLan(), timeZone: 'UTC' })
    : '';

/** A recorded time: today to the second, other days with their date. */
export const Moment = ({ at }: { at: string }) => {
  const now = useNow();
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  const isToday = dayIn(at, options.timeZone) === dayIn(new Date(now), options.timeZone);
  return (
    <time dateTime={at} className="figures">
      {isToday ? formatClock(at, options) : formatDateTime(at, options)}
    </time>
  );
};

/** When something came: today its time, before that its day. */
export const ShortMoment = ({ at }: { at: string }) => {
  const now = useNow();
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  const isToday = dayIn(at, options.timeZone) === dayIn(new Date(now), options.timeZone);
  return (
    <time dateTime={at} className="figures">
      {isToday ? formatTime(at, options) : formatDate(at, options)}
    </time>
  );
};
