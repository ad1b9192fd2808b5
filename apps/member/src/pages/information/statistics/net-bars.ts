import { parseAmount } from '@touchline/money/amount';

/** A bar from the zero line, in percent of the box from its left edge. */
export type NetBar = { left: number; width: number; sign: -1 | 0 | 1 };

/** The bars of some nets on one scale, with the zero line in the middle. */
export const netBars = (nets: readonly string[], scale: number): NetBar[] => {
  const minors = nets.map((net) => Number(parseAmount(net, scale, { signed: true }) ?? 0n));
  const most = Math.max(1, ...minors.map(Math.abs));
  return minors.map((minor) => {
    const width = Math.round((Math.abs(minor) / most) * 500) / 10;
    return {
      left: minor < 0 ? Math.round((50 - width) * 10) / 10 : 50,
      width,
      sign: minor < 0 ? -1 : minor > 0 ? 1 : 0,
    };
  });
};

/**
 * The position of a difference relative to the range that chance explains, in percent of a box that holds both.
 * @returns the ends of the range, the zero line and the place of the difference
 */
export const rangePlaces = (
  { low, high, difference }: { low: string; high: string; difference: string },
  scale: number,
): { low: number; high: number; zero: number; at: number; isWithin: boolean } => {
  const minor = (text: string): number => Number(parseAmount(text, scale, { signed: true }) ?? 0n);
  const [from, to, at] = [minor(low), minor(high), minor(difference)];
  const most = Math.max(1, Math.abs(from), Math.abs(to), Math.abs(at)) * 1.1;
  const place = (value: number): number => Math.round((50 + (value / most) * 50) * 10) / 10;
  return {
    low: place(from),
    high: place(to),
    zero: place(0),
    at: place(at),
    isWithin: at >= from && at <= to,
  };
};
