import { parseAmount } from '@touchline/money/amount';

/** Decimals on the wire of what the house keeps of some stakes. */
const theoreticalScale = 6;

/**
 * What the house keeps of some stakes on average, in percent with four decimals, rounded to the nearest: each bet has
 * its own share, and `theoretical` is the sum of stake × share. Undefined where there is nothing to divide by.
 */
export const keptOnAverage = (stakes: string, theoretical: string): string | undefined => {
  const whole = parseAmount(stakes, theoreticalScale, { signed: true });
  const part = parseAmount(theoretical, theoreticalScale, { signed: true });
  if (whole === undefined || part === undefined || whole === 0n) return undefined;
  const tenths = (part * 10_000_000n) / whole;
  if (tenths < 0n) return undefined;
  const tenThousandths = (tenths + 5n) / 10n;
  return `${tenThousandths / 10_000n}.${String(tenThousandths % 10_000n).padStart(4, '0')}`;
};
