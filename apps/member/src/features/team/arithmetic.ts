import { parseAmount } from '@touchline/money/amount';

/** Decimals of a theoretical margin on the wire. */
const theoreticalScale = 6;

/**
 * The margin of some stakes taken together, in percent with two decimals, rounded to the nearest: each bet has its
 * own, and the theoretical margin is their sum. Undefined where there is nothing to divide by.
 */
export const averageMargin = (stakes: string, theoretical: string): string | undefined => {
  const whole = parseAmount(stakes, theoreticalScale, { signed: true });
  const part = parseAmount(theoretical, theoreticalScale, { signed: true });
  if (whole === undefined || part === undefined || whole === 0n) return undefined;
  const tenths = (part * 100_000n) / whole;
  if (tenths < 0n) return undefined;
  const hundredths = (tenths + 5n) / 10n;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
};

/** A figure without the zeros at its end, but with no fewer than two decimals: "25.120000" is "25.12". */
export const withoutZeros = (figure: string): string => figure.replace(/(\.\d\d\d*?)0+$/, '$1');
