const written = new Map<string, Intl.DateTimeFormat>();

/** A time as a field of the browser holds it, in a time zone: "2026-06-11T18:30". */
export const toZone = (moment: string, timeZone: string): string => {
  const format =
    written.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
  written.set(timeZone, format);
  return format.format(new Date(moment)).replace(' ', 'T');
};

const whole = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/**
 * The time that such a field means in a time zone, ISO 8601; undefined while it is not whole. Of an hour that comes twice it
 * is one, and an hour that is left out is moved over the gap.
 */
export const fromZone = (local: string, timeZone: string): string | undefined => {
  const wanted = whole.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN;
  if (Number.isNaN(wanted)) return undefined;
  const aheadMs = (atMs: number): number =>
    Date.parse(`${toZone(new Date(atMs).toISOString(), timeZone)}:00Z`) - atMs;
  // The offset of a time near by, and again with that of the time it gives.
  const first = wanted - aheadMs(wanted);
  return new Date(wanted - aheadMs(first)).toISOString();
};
