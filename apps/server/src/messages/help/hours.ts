import type { Content } from '@touchline/contract/shapes/inbox';
import { weekdayName } from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { localTime } from '../../platform/local-time.ts';

/** Days from 1, Monday, to 7, and times of day in the site's time zone; a time that ends before it begins runs over midnight. */
export type Hours = NonNullable<Content['hours']>;

/** The end of a day includes its last minute. */
const endOfDay = '23:59';

/** Whether support is open at a time. */
export const isOpen = ({ days, from, to }: Hours, now: Date, timeZone: string): boolean => {
  const { time, weekday } = localTime(now, timeZone);
  const before = weekday === 1 ? 7 : weekday - 1;
  const isBeforeEnd = time < to || to === endOfDay;
  if (from < to) return days.includes(weekday) && from <= time && isBeforeEnd;
  // The hours run over midnight, or around the clock if both times are the same.
  return (days.includes(weekday) && from <= time) || (days.includes(before) && time < to);
};

/** Joins consecutive days: "Mon – Fri", "Mon, Wed". */
const daysInWords = (days: readonly number[], lan: Lan): string => {
  const runs: { first: number; last: number }[] = [];
  for (const day of [...new Set(days)].toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.last === day - 1) run.last = day;
    else runs.push({ first: day, last: day });
  }
  const name = (day: number): string => weekdayName(day, { lan });
  const parts = runs.flatMap(({ first, last }) => {
    if (first === last) return [name(first)];
    return last === first + 1 ? [name(first), name(last)] : [`${name(first)} – ${name(last)}`];
  });
  return new Intl.ListFormat(lan, { type: 'unit', style: 'short' }).format(parts);
};

/** Formats hours: "Mon – Fri, 09:00–18:00 (Europe/Berlin)". */
export const hoursInWords = ({ days, from, to }: Hours, lan: Lan, timeZone: string): string => {
  const translate = serverTranslator(lan);
  // Indonesian separates hours and minutes by a dot.
  const parted = (time: string): string => (lan === 'id' ? time.replace(':', '.') : time);
  const values = { from: parted(from), to: parted(to), zone: timeZone };
  return new Set(days).size === 7
    ? translate('support.hours.daily', values)
    : translate('support.hours.days', { ...values, days: daysInWords(days, lan) });
};
