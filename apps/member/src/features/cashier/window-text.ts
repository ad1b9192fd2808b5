import type { WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { weekdayName } from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';

/** Days of the week in words, 1 is Monday: three or more in a row as "Mon – Fri", others one by one. */
export const weekdaysText = (days: readonly number[], lan: Lan): string => {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b);
  const runs: number[][] = [];
  for (const day of sorted) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const name = (day = 1) => weekdayName(day, { lan });
  return runs
    .flatMap((run) => (run.length > 2 ? [`${name(run[0])} – ${name(run.at(-1))}`] : run.map(name)))
    .join(', ');
};

/** The hours of a window, "00:00–23:59", parted as `lan` parts them. */
export const hoursText = ({ from, to }: Pick<WithdrawalTerms['window'], 'from' | 'to'>, lan: Lan): string => {
  const hours = `${from}–${to}`;
  return lan === 'id' ? hours.replaceAll(':', '.') : hours;
};
