import { deviceTimeZone } from './kick-off.ts';
import { dayIn, formatDate, formatLongDate, formatTime, nearDayName } from '@touchline/locales/format-time';
import { localeOf } from '@touchline/locales/locales';
import { currentLan } from '../../lib/i18n.tsx';
import { isolated } from './bidi.ts';

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
