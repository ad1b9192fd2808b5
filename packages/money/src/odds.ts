/** Decimal odds travel as integer thousandths: 2.35 is 2350. The shortest odds that win anything are 1.001. */
export const MIN_ODDS_MILLI = 1001;

/** Longest odds read, 1,000,000.00: far above any price, far below where thousandths lose exactness. */
export const MAX_ODDS_MILLI = 1_000_000_000;

/**
 * Reads decimal odds strictly: digits, at most one dot, at most three decimals, no leading zero.
 * @param text "2.35", "1.005", "11"
 * @returns odds in thousandths, or undefined when not such odds or outside 1.001 … 1,000,000
 */
export function parseOdds(text: string): number | undefined {
  const parts = /^([1-9]\d*)(?:\.(\d{1,3}))?$/.exec(text);
  if (parts === null) return undefined;
  const [, whole = '', decimals = ''] = parts;
  const oddsMilli = Number(whole + decimals.padEnd(3, '0'));
  return isOddsMilli(oddsMilli) ? oddsMilli : undefined;
}

/** Whether a number is odds in thousandths within the bounds read from outside. */
export function isOddsMilli(oddsMilli: number): boolean {
  return Number.isInteger(oddsMilli) && oddsMilli >= MIN_ODDS_MILLI && oddsMilli <= MAX_ODDS_MILLI;
}

/**
 * Writes odds with two decimals, or three when the last is not zero: 2350 → "2.35", 1005 → "1.005".
 * @param oddsMilli thousandths; those of many legs together may need a bigint
 */
export function formatOdds(oddsMilli: number | bigint): string {
  const digits = String(oddsMilli).padStart(4, '0');
  const decimals = digits.slice(-3);
  return `${digits.slice(0, -3)}.${decimals.endsWith('0') ? decimals.slice(0, 2) : decimals}`;
}

/** What a won stake gains in percent, (odds − 1) × 100, without trailing zeros: 2350 → "135", 1005 → "0.5". */
export function rateOfReturn(oddsMilli: number): string {
  const tenths = oddsMilli - 1000;
  const whole = Math.trunc(tenths / 10);
  const tenth = tenths % 10;
  return tenth === 0 ? String(whole) : `${whole}.${tenth}`;
}

/**
 * The chance at which a bet at these odds neither gains nor loses on average: 100 / odds percent, rounded half
 * up to two decimals.
 * @returns percent with two decimals: 2350 → "42.55"
 */
export function breakEven(oddsMilli: number): string {
  const hundredths = Math.floor((20_000_000 + oddsMilli) / (2 * oddsMilli));
  return `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}
