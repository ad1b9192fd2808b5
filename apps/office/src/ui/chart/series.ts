import type { Output } from '@touchline/contract/routes';

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
