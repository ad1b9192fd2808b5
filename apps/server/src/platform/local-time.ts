import { dayMs } from '@touchline/contract/durations';

/** The fields of a moment in a time zone; `weekday` runs from 1, Monday, to 7. */
export type LocalTime = { date: string; time: string; weekday: number };

const formatters = new Map<string, Intl.DateTimeFormat>();
const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(zone, made);
  return made;
};

/** The time that clocks of the zone show, as if it were UTC. */
const shownMs = (zone: string, at: number): number => {
  const parts = formatterOf(zone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
};

/** How far a zone is ahead of UTC at a given time, milliseconds. */
const aheadMs = (zone: string, at: number): number => shownMs(zone, at) - Math.floor(at / 1_000) * 1_000;

/** The day, "HH:MM" and weekday that clocks in `zone` show at a given time. */
export const localTime = (at: Date, zone: string): LocalTime => {
  const shown = new Date(shownMs(zone, at.getTime()));
  const iso = shown.toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 16), weekday: shown.getUTCDay() || 7 };
};

/**
 * The moment at which clocks in `zone` show a day and time. Of an hour that a clock change skips, it is the moment
 * after the change.
 * @param zone IANA name
 */
export const momentOf = (date: string, time: string, zone: string): Date => {
  const local = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`);
  // The guess may have the offset of the other side of a clock change, so that the offset is read again at
  // the result.
  const guess = local - aheadMs(zone, local);
  return new Date(local - aheadMs(zone, guess));
};

/** A day some days after another, "2026-06-11". */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
