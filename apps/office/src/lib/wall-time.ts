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

const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * The first time at which clocks on the wall show a date and time, or a later one where a clock change skips it, as the server reads
 * it.
 * @returns undefined when the text is none
 */
export const momentOfWall = (wall: string, timeZone: string): Date | undefined => {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const shown = (at: number): number => Date.parse(`${wallTime(new Date(at), timeZone)}Z`);
  const [one, other] = [asUtc - dayMs, asUtc + dayMs].map((at) => shown(at) - at);
  if (one === undefined || other === undefined) return undefined;
  const early = asUtc - Math.max(one, other);
  const late = asUtc - Math.min(one, other);
  for (let at = early; at < late; at += minuteMs) if (shown(at) >= asUtc) return new Date(at);
  return new Date(late);
};
