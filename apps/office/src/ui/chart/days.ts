import { dayMs } from '@touchline/contract/durations';
import type { Output } from '@touchline/contract/routes';

/** The day `count` days after another; before it when below zero. Days are written "2026-06-11". */
export const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** Days from the first to the last, both counted; 0 or less when the last lies before the first. */
export const lengthOf = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** Every day from the first to the last. */
export const daysOf = (span: { from: string; to: string }): string[] =>
  Array.from({ length: Math.max(0, lengthOf(span)) }, (_, at) => dayAfter(span.from, at));

type Row = Output<'officeReportDays'>['list'][number];
type AmountName = 'stakes' | 'payouts' | 'ggr' | 'ngr' | 'recharges' | 'withdrawals';

const below = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/**
 * Amounts of a report along `days`, for a chart: days without a booking are nothing.
 * @returns a function of the figure wanted; `down` draws what went out below the axis
 */
export const seriesOf = (
  rows: readonly Row[],
  days: readonly string[],
  money: (amount: string) => string,
) => {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return (name: AmountName, { down = false } = {}) => {
    const amounts = days.map((day) => byDay.get(day)?.[name] ?? '0');
    return {
      // The position of a point is no money: a chart may be off by less than a pixel.
      values: amounts.map((amount) => Number(down ? below(amount) : amount)),
      texts: amounts.map(money),
    };
  };
};
