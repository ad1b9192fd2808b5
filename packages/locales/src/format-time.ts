import { intlTag, type Lan } from './locales.ts';

/** Language and IANA time zone in which a time is shown. */
export type TimeOptions = { lan: Lan; timeZone: string };

// Making a formatter takes a hundred times as long as using one, and lists format hundreds of times.
const formatters = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, Intl.DateTimeFormat>();
const distances = new Map<string, Intl.RelativeTimeFormat>();

const kept = <T>(all: Map<string, T>, key: string, make: () => T): T => {
  const known = all.get(key);
  if (known !== undefined) return known;
  const made = make();
  all.set(key, made);
  return made;
};

/** A date or a distance stays on one line, but for its commas. */
const together = (text: string): string => text.replaceAll(/(?<!,) /g, '\u00A0');

/** A date as it is printed: in French the first of a month is "1er". */
const printed = (text: string, lan: Lan): string =>
  together(lan === 'fr' ? text.replace(/(?<!\d)1(?=\s\p{L})/u, '1er') : text);

const capitalised = (text: string, lan: Lan): string => text.charAt(0).toLocaleUpperCase(lan) + text.slice(1);

const format = (
  moment: string,
  { lan, timeZone }: TimeOptions,
  options: Intl.DateTimeFormatOptions,
): string => {
  const key = `${lan} ${timeZone} ${JSON.stringify(options)}`;
  const formatter = kept(
    formatters,
    key,
    () => new Intl.DateTimeFormat(intlTag(lan), { ...options, timeZone }),
  );
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? moment : printed(formatter.format(at), lan);
};

/** The month as `lan` shortens it within a date; Vietnamese has no short names that people would write. */
const month = (lan: Lan): 'numeric' | 'short' => (lan === 'vi' ? 'numeric' : 'short');

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const day = (lan: Lan): Intl.DateTimeFormatOptions => ({ day: 'numeric', month: month(lan) });

/** Day of an ISO time: "Thu 11 Jun". A text that is no time is returned unchanged, here and below. */
export const formatDate = (moment: string, options: TimeOptions): string =>
  format(moment, options, { ...day(options.lan), weekday: 'short' });

/** Day alone, where the year is known: "11 Jun". */
export const formatShortDate = (moment: string, options: TimeOptions): string =>
  format(moment, options, day(options.lan));

/** Day with its year, for records: "11 Jun 2026". */
export const formatLongDate = (moment: string, options: TimeOptions): string =>
  format(moment, options, { ...day(options.lan), year: 'numeric' });

/** A month with its year, as a heading: "June 2026". */
export const formatMonth = (moment: string, options: TimeOptions): string =>
  capitalised(format(moment, options, { month: 'long', year: 'numeric' }), options.lan);

/** Time of day on the 24-hour clock: "18:30". */
export const formatTime = (moment: string, options: TimeOptions): string => format(moment, options, clock);

/** Time of day to the second, for the steps of a record: "17:02:11". */
export const formatClock = (moment: string, options: TimeOptions): string =>
  format(moment, options, { ...clock, second: '2-digit' });

/** Day and time: "11 Jun, 18:30". */
export const formatDateTime = (moment: string, options: TimeOptions): string =>
  format(moment, options, { ...day(options.lan), ...clock });

/** Day with its year and time, for times that may be far off: "11 Jun 2026, 18:30". */
export const formatLongDateTime = (moment: string, options: TimeOptions): string =>
  format(moment, options, { ...day(options.lan), year: 'numeric', ...clock });

/** The same with the zone's name, for texts that are read in any zone: "11 Jun 2026, 18:30 (GMT+2)". */
export const formatZonedDateTime = (moment: string, options: TimeOptions): string => {
  const text = formatLongDateTime(moment, options);
  if (text === moment) return moment;
  const zone = kept(
    formatters,
    `${options.timeZone} zone`,
    () => new Intl.DateTimeFormat('en', { timeZone: options.timeZone, timeZoneName: 'short' }),
  )
    .formatToParts(new Date(moment))
    .find(({ type }) => type === 'timeZoneName');
  return `${text}\u00A0(${zone?.value ?? options.timeZone})`;
};

/** A day of the week as `lan` shortens it: 1 is Monday, 7 Sunday; "Mon", for the head of a calendar "M". */
export const weekdayName = (
  weekday: number,
  { lan, width = 'short' }: { lan: Lan; width?: 'narrow' | 'short' | 'long' },
): string =>
  // The first of January 2024 was a Monday.
  format(new Date(Date.UTC(2024, 0, weekday)).toISOString(), { lan, timeZone: 'UTC' }, { weekday: width });

/** The calendar day of a time in a time zone, "2026-06-11": what days are grouped and compared by. */
export const dayIn = (moment: string | Date, timeZone: string): string =>
  kept(days, timeZone, () => new Intl.DateTimeFormat('sv-SE', { timeZone })).format(new Date(moment));

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const step = (distanceMs: number): [number, Intl.RelativeTimeFormatUnit] => {
  const size = Math.abs(distanceMs);
  if (size < minuteMs) return [Math.trunc(distanceMs / 1_000), 'second'];
  if (size < hourMs) return [Math.trunc(distanceMs / minuteMs), 'minute'];
  if (size < dayMs) return [Math.trunc(distanceMs / hourMs), 'hour'];
  return [Math.trunc(distanceMs / dayMs), 'day'];
};

const distance = (lan: Lan, options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
  kept(
    distances,
    `${lan} ${JSON.stringify(options)}`,
    () => new Intl.RelativeTimeFormat(intlTag(lan), options),
  );

/**
 * How far `moment` lies from `now` (milliseconds since 1970), in its largest whole unit: "in 22 min", "3 hr ago"; "now"
 * within the second.
 */
export const formatRelative = (moment: string, { lan, now }: { lan: Lan; now: number }): string => {
  const at = Date.parse(moment);
  if (Number.isNaN(at)) return moment;
  const [value, unit] = step(at - now);
  // Within the second there is no distance: "now".
  const numeric = value === 0 ? 'auto' : 'always';
  if (lan === 'hi' && value === 0) return 'अभी';
  // Some languages shorten to words that are not in use.
  const style = lan === 'hi' || lan === 'id' ? 'long' : 'short';
  const text = together(distance(lan, { style, numeric }).format(value, unit));
  // "in 22 min." reads as the end of a sentence; where people also write it without the full stop, it goes.
  if (lan === 'en' || lan === 'pt') return text.replaceAll('.', '');
  // "Within seven minutes" and "in seven minutes" are what `Intl` says; "another seven", "seven more" what people say.
  if (lan === 'ja') return text.replaceAll('\u00A0', '');
  if (lan === 'th') return text.replace(/^ใน/, 'อีก');
  return lan === 'id' ? text.replace(/^dalam\s(.+)$/, '$1\u00A0lagi') : text;
};

const units: readonly [unit: 'second' | 'minute' | 'hour' | 'day', ms: number][] = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
  ['second', 1_000],
];

/**
 * How long a wait is, as a sentence says it: "in 27 seconds", "in 47 hours". Rounded up, so that who comes back then is
 * not too early; less than two of a unit are shown in the next smaller one.
 */
export const formatWait = (waitMs: number, lan: Lan): string => {
  const [unit, ms] = units.find(([, size]) => waitMs >= 2 * size) ?? ['second', 1_000];
  const value = Math.max(1, Math.ceil(waitMs / ms));
  const text = together(distance(lan, { style: 'long', numeric: 'always' }).format(value, unit));
  // `Intl` has one text for "within an hour" and "an hour from now"; the words of these languages say the first.
  if (lan === 'ar') return text.replace(/^خلال/, 'بعد');
  if (lan === 'hi') return text.replace(/में$/, 'बाद');
  if (lan === 'ja') return text.replaceAll('\u00A0', '');
  if (lan === 'th') return text.replace(/^ใน(?:อีก)?\s?/, 'ในอีก\u00A0');
  return lan === 'id' ? text.replace(/^dalam\s(.+)$/, '$1\u00A0lagi') : text;
};

/**
 * How long something took, in its largest unit and at most one decimal: "30 seconds", "1.5 hours". Less than a second is
 * shown as one.
 * @param width `short` for the axis of a chart: "30 sec"
 */
export const formatDuration = (
  durationMs: number,
  { lan, width = 'long' }: { lan: Lan; width?: 'short' | 'long' },
): string => {
  const [unit, ms] = units.find(([, size]) => durationMs >= size) ?? ['second', 1_000];
  const formatter = new Intl.NumberFormat(intlTag(lan), {
    style: 'unit',
    unit,
    unitDisplay: width,
    maximumFractionDigits: 1,
  });
  const text = together(formatter.format(Math.max(1, durationMs / ms)));
  return lan === 'ja' ? text.replaceAll('\u00A0', '') : text;
};

/** The name of a day near today as `lan` calls it, "today" or "tomorrow"; `undefined` for any other day. */
export const nearDayName = (
  moment: string,
  { lan, timeZone, now }: TimeOptions & { now: number },
): string | undefined => {
  const aheadMs = Date.parse(dayIn(moment, timeZone)) - Date.parse(dayIn(new Date(now), timeZone));
  const ahead = Math.round(aheadMs / dayMs);
  if (![-1, 0, 1].includes(ahead)) return undefined;
  const name = distance(lan, { numeric: 'auto' }).format(ahead, 'day');
  return capitalised(name, lan);
};
