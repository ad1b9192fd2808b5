const MINUTE_MS = 60_000;

/** How far a zone is ahead of UTC at a moment, milliseconds. */
const aheadMs = (zone: string, at: number): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(at / 1_000) * 1_000;
};

/**
 * The moment of a kick-off told in local time. Without a time it is the first moment of the day: betting must never
 * go on after a kick-off nobody told.
 * @param of.zone IANA name; `utcOffsetMinutes` counts instead where it is given
 */
export const kickOffAt = (of: {
  date: string;
  time?: string | undefined;
  zone: string;
  utcOffsetMinutes?: number | undefined;
}): Date => {
  const local = Date.parse(`${of.date}T${of.time ?? '00:00'}:00Z`);
  if (of.utcOffsetMinutes !== undefined) return new Date(local - of.utcOffsetMinutes * MINUTE_MS);
  // The offset an hour off may be that of the other side of a clock change: ask again at the moment found.
  const guess = local - aheadMs(of.zone, local);
  return new Date(local - aheadMs(of.zone, guess));
};
