import { dayMs } from '@touchline/contract/durations';

/** The fields of a time in a zone; `weekday` runs from 1, Monday, to 7. */
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
 * The first time at which clocks in `zone` show a day and time, or a later one where a clock change skips it. With "00:00" it is the
 * start of the day, in statements `startOfDay`.
 * @param zone IANA name
 */
export const momentOf = (date: string, time: string, zone: string): Date => {
  const local = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`);
  // Before and after a clock change that may be near.
  const [one, other] = [aheadMs(zone, local - dayMs), aheadMs(zone, local + dayMs)];
  const early = local - Math.max(one, other);
  const late = local - Math.min(one, other);
  if (shownMs(zone, early) === local) return new Date(early);
  if (shownMs(zone, late) === local) return new Date(late);
  // The change skips it: the time of the change is between both.
  let [from, to] = [early, late];
  while (to - from > 1_000) {
    const middle = from + Math.floor((to - from) / 2_000) * 1_000;
    if (shownMs(zone, middle) >= local) to = middle;
    else from = middle;
  }
  return new Date(to);
};

/**
 * The same start of a day for a statement. Of a midnight that comes twice PostgreSQL itself takes the later one.
 * @param day SQL of a date
 * @param zone SQL of an IANA name
 */
export const startOfDay = (day: string, zone: string): string => {
  const midnight = `(${day})::timestamp at time zone ${zone}`;
  const isShownBefore = `((${midnight} - interval '1 hour') at time zone ${zone})::date >= ${day}`;
  return `(${midnight} - case when ${isShownBefore} then interval '1 hour' else interval '0' end)`;
};

/** A day some days after another, "2026-06-11". */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
