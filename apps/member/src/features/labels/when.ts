import { dayIn, formatDate, formatTime, nearDayName } from '@touchline/locales/format-time';
import { currentLan } from '../../shell/i18n.tsx';
import { isolated } from './bidi.ts';
import { deviceTimeZone } from './kick-off.ts';

/** A moment to come, within a sentence: "18:30" today, "tomorrow 08:00", "Mon, Nov 23 00:00". */
export const whenText = (at: string, now: number): string => {
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  const time = isolated(formatTime(at, options));
  if (dayIn(at, options.timeZone) === dayIn(new Date(now), options.timeZone)) return time;
  const near = nearDayName(at, { ...options, now });
  const day = near?.toLocaleLowerCase(options.lan) ?? formatDate(at, options);
  return `${day} ${time}`;
};
