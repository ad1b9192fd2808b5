import { formatLongDate } from '@touchline/locales/format-time';
import { currentLan } from '../../lib/i18n.ts';

/** A day of the site in words; it is no point in time, so no time zone moves it. */
export const useDay =
  () =>
  (day: string): string =>
    formatLongDate(`${day}T00:00:00Z`, { lan: currentLan(), timeZone: 'UTC' });
