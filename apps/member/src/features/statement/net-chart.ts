import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { PlayStatement } from '@touchline/contract/shapes/play';
import { daysBetween, type Days } from './statement-period.ts';

/** A bar of the chart, from the line of nothing up or down. Places are shares of a box of 1 × 1, y downwards. */
type NetBar = { x: number; width: number; y: number; height: number; sign: -1 | 0 | 1 };
export type NetChart = {
  bars: NetBar[];
  /** Where nothing is won or lost. */
  zero: number;
  /** The net so far, from left to right. */
  line: string;
  /** The amounts at the upper and the lower edge. */
  high: string;
  low: string;
};

/** More bars than this would be thinner than a hair: days are put together in months. */
const barsMax = 62;
const gapShare = 0.25;

/** The net of each day (or month, of a long stretch) as bars, and their running sum as a line. */
export const netChart = (statement: Pick<PlayStatement, 'days'>, days: Days, scale: number): NetChart => {
  const nets = new Map(
    statement.days.map(({ day, net }) => [day, parseAmount(net, scale, { signed: true }) ?? 0n]),
  );
  const all = daysBetween(days);
  const groups =
    all.length > barsMax ? [...Map.groupBy(all, (day) => day.slice(0, 7)).values()] : all.map((day) => [day]);
  const sums = groups.map((group) => group.reduce((sum, day) => sum + (nets.get(day) ?? 0n), 0n));
  let total = 0n;
  const running = sums.map((sum) => (total += sum));
  const edges = [0n, ...sums, ...running];
  const high = edges.reduce((a, b) => (b > a ? b : a));
  const low = edges.reduce((a, b) => (b < a ? b : a));
  const span = Number(high - low) || 1;
  const y = (value: bigint): number => round(Number(high - value) / span);
  const zero = high === low ? 0.5 : y(0n);
  const step = 1 / Math.max(1, sums.length);
  const bars = sums.map((sum, nth): NetBar => {
    const tip = high === low ? zero : y(sum);
    return {
      x: round((nth + gapShare / 2) * step),
      width: round(step * (1 - gapShare)),
      y: Math.min(tip, zero),
      height: round(Math.abs(tip - zero)),
      sign: sum > 0n ? 1 : sum < 0n ? -1 : 0,
    };
  });
  const line = running
    .map((sum, nth) => `${nth === 0 ? 'M' : 'L'}${round((nth + 0.5) * step)} ${high === low ? zero : y(sum)}`)
    .join('');
  return { bars, zero, line, high: formatAmount(high, scale), low: formatAmount(low, scale) };
};

const round = (share: number): number => Number(share.toFixed(4));
