/** What clocks in a time zone show at a given time, as if it were UTC, in milliseconds. */
const shownMs = (atMs: number, timeZone: string): number => {
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(atMs);
  return Date.parse(`${text.replace(' ', 'T')}Z`);
};

/**
 * The time at which clocks in a time zone show a local time.
 * @param local as a field of the browser has it, "2026-06-11T19:02" or with seconds
 * @returns ISO 8601 in UTC; undefined where the text is no time. Of a time that clocks show twice, one of both
 */
export const momentIn = (local: string, timeZone: string): string | undefined => {
  const wantedMs = Date.parse(`${local}Z`);
  if (Number.isNaN(wantedMs)) return undefined;
  const nearMs = wantedMs - (shownMs(wantedMs, timeZone) - wantedMs);
  return new Date(nearMs - (shownMs(nearMs, timeZone) - wantedMs)).toISOString();
};
