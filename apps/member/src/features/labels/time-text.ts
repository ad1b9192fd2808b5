import { deviceTimeZone } from './kick-off.ts';
import { dayIn, formatDate, formatLongDate, formatTime, nearDayName } from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';
import { currentLan } from '../../state/i18n.tsx';
import { isolated } from './bidi.ts';

/** The separator between day and time where it is not a Latin comma. */
const commas: Partial<Record<Lan, string>> = {
  ar: '، ',
  ja: ' ',
  ko: ' ',
  th: ' ',
  'zh-CN': ' ',
  'zh-TW': ' ',
};

/** The link between "tomorrow" and the time where it is not a space. */
const nearLinks: Partial<Record<Lan, string>> = { pt: ' às ' };

/** A moment to come, within a sentence: "18:30" today, "tomorrow 08:00", "Mon 23 Nov, 00:00". */
export const whenText = (at: string, now: number): string => {
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  const time = isolated(formatTime(at, options));
  if (dayIn(at, options.timeZone) === dayIn(new Date(now), options.timeZone)) return time;
  const near = nearDayName(at, { ...options, now });
  if (near !== undefined) {
    return `${near.toLocaleLowerCase(options.lan)}${nearLinks[options.lan] ?? ' '}${time}`;
  }
  return [formatDate(at, options), time].join(commas[options.lan] ?? ', ');
};

/** A day of the calendar ("1990-05-05") in words: the same in every time zone. */
export const formatCalendarDay = (day: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(day)
    ? formatLongDate(`${day}T12:00:00Z`, { lan: currentLan(), timeZone: 'UTC' })
    : '';
