import { formatOdds, rateOfReturn } from './odds.ts';

/** The ways odds are written around the world, decimal first: what the book itself counts in. */
export const oddsFormats = [
  'decimal',
  'rate',
  'fractional',
  'american',
  'hong_kong',
  'malay',
  'indonesian',
] as const;
export type OddsFormat = (typeof oddsFormats)[number];

const writers: Readonly<Record<OddsFormat, (oddsMilli: number) => string>> = {
  decimal: formatOdds,
  rate: rateOfReturn,
  fractional,
  american,
  hong_kong: (oddsMilli) => decimals(oddsMilli - 1000, 1000, 3),
  malay,
  indonesian,
};

/**
 * Writes odds in one of the usual ways (https://en.wikipedia.org/wiki/Odds and the rules bookmakers publish). With g
 * the gain of a stake of 1, that is decimal odds − 1:
 * - decimal: return of a stake of 1, 2.35
 * - rate: gain in percent, 135
 * - fractional: g as a fraction in lowest terms, 27/20; exact, not the nearest of a bookmaker's ladder (1.33 is 33/100
 *   and not 1/3), so that it never names a price that is not paid; evens are 1/1
 * - american: from evens up "+", gain of a stake of 100; below "-", the stake that gains 100; in whole numbers
 * - hong_kong: g, 1.35
 * - malay: up to evens g; above "-", the stake that gains 1: 2.35 is -0.741
 * - indonesian: from evens up g; below "-", the stake that gains 1: 1.80 is -1.25; American divided by 100
 *
 * Evens are positive in all. What cannot be written exactly is rounded to the nearest, American to whole numbers,
 * Malay and Indonesian stakes to three decimals, Malay to two digits that count where three decimals show fewer; the
 * half goes to the side that promises less: "+" down, "-" away from zero. The minus is "-".
 * @param oddsMilli whole thousandths above 1000
 * @throws RangeError when they are not
 */
export function displayOdds(oddsMilli: number, format: OddsFormat): string {
  if (!Number.isSafeInteger(oddsMilli) || oddsMilli <= 1000) {
    throw new RangeError(`not odds in thousandths above 1: ${oddsMilli}`);
  }
  return writers[format](oddsMilli);
}

function fractional(oddsMilli: number): string {
  const gain = oddsMilli - 1000;
  let [a, b] = [gain, 1000];
  while (b !== 0) [a, b] = [b, a % b];
  return `${gain / a}/${1000 / a}`;
}

function american(oddsMilli: number): string {
  const gain = oddsMilli - 1000;
  if (gain >= 1000) return `+${halfDown(gain, 10)}`;
  return `-${halfUp(100_000, gain)}`;
}

function malay(oddsMilli: number): string {
  const gain = oddsMilli - 1000;
  return gain <= 1000 ? decimals(gain, 1000, 3) : `-${decimals(1000, gain, malayDecimals(gain))}`;
}

/** Long odds need more than three decimals to show two digits that count. */
function malayDecimals(gain: number): number {
  let places = 3;
  while (halfUp(1000 * 10 ** places, gain) < 10) places++;
  return places;
}

function indonesian(oddsMilli: number): string {
  const gain = oddsMilli - 1000;
  return gain >= 1000 ? decimals(gain, 1000, 3) : `-${decimals(1000, gain, 3)}`;
}

/** A quotient with a number of decimals, without zeros past the second. */
function decimals(num: number, den: number, places: number): string {
  const digits = String(halfUp(num * 10 ** places, den)).padStart(places + 1, '0');
  const whole = digits.slice(0, -places);
  const part = digits.slice(-places);
  return `${whole}.${part.slice(0, 2)}${part.slice(2).replace(/0$/, '')}`;
}

function halfUp(num: number, den: number): number {
  return Math.floor((2 * num + den) / (2 * den));
}

function halfDown(num: number, den: number): number {
  return Math.ceil((2 * num - den) / (2 * den));
}
