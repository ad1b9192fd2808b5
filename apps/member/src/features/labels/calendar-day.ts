import { formatLongDate } from '@touchline/locales/format-time';
import { currentLan } from '../../shell/i18n.tsx';

/** A day of the calendar ("1990-05-05") in words: the same everywhere, whatever the time zone. */
export const formatCalendarDay = (day: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(day)
    ? formatLongDate(`${day}T12:00:00Z`, { lan: currentLan(), timeZone: 'UTC' })
    : '';
