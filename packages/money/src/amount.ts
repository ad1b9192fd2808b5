/** An amount in minor units of its currency: cents, or millionths for USDT. */
export type Minor = bigint;

/** Longest whole part read: with six decimals it still fits the eight bytes of the database. */
const MAX_WHOLE_DIGITS = 12;

/**
 * Reads a decimal amount written by a person or a program, strictly: digits with at most one dot, at most
 * `scale` decimals, no sign (unless asked for), exponent, blank, separator or leading zero.
 * @param text "12.5", "0.05", "100"; ".5", "5." and "007" are refused
 * @param scale decimals of the currency's minor unit
 * @param options `signed` also takes a leading "-" (but not "-0")
 * @returns minor units, or undefined when the text is not such an amount
 */
export function parseAmount(text: string, scale: number, options?: { signed?: boolean }): Minor | undefined {
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text.slice(0, MAX_WHOLE_DIGITS + scale + 3));
  if (parts === null || parts[0].length !== text.length) return undefined;
  const [, sign = '', whole = '', decimals = ''] = parts;
  if (whole.length > MAX_WHOLE_DIGITS || decimals.length > scale) return undefined;
  const minor = BigInt(whole + decimals.padEnd(scale, '0'));
  if (sign === '') return minor;
  return options?.signed === true && minor !== 0n ? -minor : undefined;
}

/**
 * Writes minor units as a decimal with exactly `scale` decimals; `parseAmount` reads it back.
 * @param minor amount in minor units, of either sign
 * @param scale decimals of the currency's minor unit
 * @returns "12.50", "-0.05", "7" for scale 0
 */
export function formatAmount(minor: Minor, scale: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
