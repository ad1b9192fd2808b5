const pad = (number: number): string => String(number).padStart(2, '0');

/** Date and time on the wall of a time zone, "2026-06-11T18:30", as fields for them take it. */
export const wallTime = (moment: Date, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(moment);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return `${of('year')}-${pad(of('month'))}-${pad(of('day'))}T${pad(of('hour'))}:${pad(of('minute'))}`;
};

/**
 * The time of a date and time on the wall; where clocks go back, the later of the two; where they go forward, as if they
 * had not.
 * @returns undefined when the text is none
 */
export const momentOfWall = (wall: string, timeZone: string): Date | undefined => {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const aheadMs = (at: number): number => Date.parse(`${wallTime(new Date(at), timeZone)}Z`) - at;
  const first = asUtc - aheadMs(asUtc);
  return new Date(asUtc - aheadMs(first));
};
