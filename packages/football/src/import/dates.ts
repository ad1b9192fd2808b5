import { Unreadable } from './imported-match.ts';

/** Two-digit years from here on are of the last century. */
const CENTURY_TURN = 70;

/**
 * A day as yyyy-mm-dd from yyyy-mm-dd, dd/mm/yyyy or dd/mm/yy.
 * @throws Unreadable for another form or a day that does not exist
 */
export function readDate(text: string): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const british = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text);
  const [year, month, day] =
    iso === null ? [fullYear(british?.[3]), british?.[2], british?.[1]] : [iso[1], iso[2], iso[3]];
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

/**
 * A kick-off from "15:00" or "15:00 UTC-6".
 * @throws Unreadable for another form or an hour that does not exist
 */
export function readTime(text: string): { time: string; utcOffsetMinutes?: number } {
  const parts = /^([01]?\d|2[0-3]):([0-5]\d)(?:\s+UTC([+-]\d{1,2})(?::([0-5]\d))?)?$/.exec(text);
  if (parts === null) throw new Unreadable('time', 'time_form', { text });
  const [, hours = '', minutes = '', zone, zoneMinutes = '0'] = parts;
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  if (zone === undefined) return { time };
  const sign = zone.startsWith('-') ? -1 : 1;
  return { time, utcOffsetMinutes: Number(zone) * 60 + sign * Number(zoneMinutes) };
}
