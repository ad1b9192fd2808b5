import { Unreadable } from './imported-match.ts';
import { isTimeZone } from './time-zone.ts';

/** Two-digit years from here on are of the last century. */
const CENTURY_TURN = 70;

/**
 * A day as yyyy-mm-dd from yyyy-mm-dd, dd/mm/yyyy or dd/mm/yy, also with points or hyphens for the slashes.
 * @throws Unreadable for another form or a day that does not exist
 */
export function readDate(text: string): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const british = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  const [year, month, day] =
    iso === null ? [fullYear(british?.[4]), british?.[3], british?.[1]] : [iso[1], iso[2], iso[3]];
  if (year === undefined || month === undefined || day === undefined) {
    throw new Unreadable('date', text === '' ? 'no_date' : 'date_form', { text });
  }
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date) {
    throw new Unreadable('date', 'date_none', { text });
  }
  return date;
}

function fullYear(text: string | undefined): string | undefined {
  if (text?.length !== 2) return text;
  return Number(text) < CENTURY_TURN ? `20${text}` : `19${text}`;
}

/** No zone is further from UTC, minutes. */
const FURTHEST_MINUTES = 14 * 60;

/** Minutes ahead of UTC from "UTC", "UTC-6", "+05:30"; undefined for another form. */
function readOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'UTC' || text === 'GMT') return 0;
  const parts = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign, hours = '', minutes = '0'] = parts;
  const ahead = Number(hours) * 60 + Number(minutes);
  if (ahead > FURTHEST_MINUTES) return undefined;
  return sign === '-' ? -ahead : ahead;
}

/**
 * A kick-off from "15:00", "15:00:00" or, with its offset, "15:00 UTC-6" and "15:00+01:00".
 * @throws Unreadable for another form or an hour that does not exist
 */
export function readTime(text: string): { time: string; utcOffsetMinutes?: number } {
  const parts = /^([01]?\d|2[0-3]):([0-5]\d)(?::00)?(?:\s*([A-Z+-].*))?$/.exec(text);
  if (parts === null) throw new Unreadable('time', 'time_form', { text });
  const [, hours = '', minutes = '', offset] = parts;
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  if (offset === undefined) return { time };
  const utcOffsetMinutes = readOffset(offset);
  if (utcOffsetMinutes === undefined) throw new Unreadable('time', 'time_form', { text });
  return { time, utcOffsetMinutes };
}

/**
 * The zone of a kick-off that a file names apart from its time: "Europe/Vienna", or an offset.
 * @throws Unreadable for another form, such as an abbreviation that several zones have
 */
export function readZone(text: string): { zone: string } | { utcOffsetMinutes: number } {
  const utcOffsetMinutes = readOffset(text);
  if (utcOffsetMinutes !== undefined) return { utcOffsetMinutes };
  if (!isTimeZone(text)) throw new Unreadable('time', 'zone_form', { text });
  return { zone: text };
}
