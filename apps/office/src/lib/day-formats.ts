import { dayMs } from '@touchline/contract/durations';
import { formatCompact, formatCount, formatDecimal, formatPercent } from '@touchline/locales/format';
import { formatClock, formatDateTime, formatLongDate, formatShortDate } from '@touchline/locales/format-time';
import { useState } from 'react';
import { currentLan } from './i18n.ts';
import { useSite } from './site.ts';
import { wallTime } from './wall-time.ts';

/** A day of the site has no hour: it is printed as that of its noon. */
const noonOf = (day: string): string => `${day}T12:00:00Z`;

/** Formatters of figures, and of days as "2026-06-11", in the language of the page. */
export const useDayFormats = () => {
  const { timeZone } = useSite();
  const lan = currentLan();
  const utc = { lan, timeZone: 'UTC' };
  return {
    longDay: (day: string): string => formatLongDate(noonOf(day), utc),
    shortDay: (day: string): string => formatShortDate(noonOf(day), utc),
    clock: (moment: string): string => formatClock(moment, { lan, timeZone }),
    dayTime: (moment: string): string => formatDateTime(moment, { lan, timeZone }),
    count: (count: number): string => formatCount(count, { lan }),
    percent: (percent: string | number): string => formatPercent(String(percent), { lan }),
    compact: (value: number): string => formatCompact(value, { lan }),
    decimal: (value: string): string => formatDecimal(value, lan),
  };
};

/** Days of the site by how long they are gone, 0 being the one on which the page was opened: "2026-06-11". */
export const useDays = (): ((daysAgo: number) => string) => {
  const { timeZone } = useSite();
  const [nowMs] = useState(() => Date.now());
  return (daysAgo) => wallTime(new Date(nowMs - daysAgo * dayMs), timeZone).slice(0, 10);
};
