import { dayIn } from '@touchline/locales/format-time';

/** The stretches of time a statement is of. Weeks begin on Monday, all else on its first day. */
export const statementPeriods = ['day', 'week', 'month', 'year', 'own'] as const;
export type StatementPeriod = (typeof statementPeriods)[number];

/** First and last day, as the calendar writes them: "2026-06-11". */
export type Days = { from: string; to: string };

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const fromParts = (year: number, month: number, day: number): string =>
  dayOf(new Date(Date.UTC(year, month, day)));

/** Today where the site is. */
export const todayOf = (now: Date, timeZone: string): string => dayIn(now, timeZone);

/** The whole period a day lies in. */
export const periodAround = (period: Exclude<StatementPeriod, 'own'>, day: string): Days => {
  const date = at(day);
  const [year, month, nth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (period) {
    case 'day':
      return { from: day, to: day };
    case 'week': {
      const monday = nth - ((date.getUTCDay() + 6) % 7);
      return { from: fromParts(year, month, monday), to: fromParts(year, month, monday + 6) };
    }
    case 'month':
      return { from: fromParts(year, month, 1), to: fromParts(year, month + 1, 0) };
    case 'year':
      return { from: fromParts(year, 0, 1), to: fromParts(year, 11, 31) };
    default:
      return period satisfies never;
  }
};

/** So many days that end with `day`. */
export const daysUntil = (day: string, count: number): Days => {
  const date = at(day);
  const from = fromParts(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - count + 1);
  return { from, to: day };
};

/** The period before (-1) or after (1) the one that lies from `from` to `to`. */
export const periodBeside = (
  period: Exclude<StatementPeriod, 'own'>,
  { from, to }: Days,
  step: -1 | 1,
): Days => {
  const edge = at(step < 0 ? from : to);
  edge.setUTCDate(edge.getUTCDate() + step);
  return periodAround(period, dayOf(edge));
};

/** Every day of a stretch, first to last. */
export const daysBetween = ({ from, to }: Days): string[] => {
  const days: string[] = [];
  for (const date = at(from); dayOf(date) <= to; date.setUTCDate(date.getUTCDate() + 1))
    days.push(dayOf(date));
  return days;
};
