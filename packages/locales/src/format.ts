import { intlTag, type Lan } from './locales.ts';

const decimalPattern = /^-?\d+(?:\.(\d+))?$/;
const isDecimal = (value: string): value is `${number}` => decimalPattern.test(value);

const formatters = new Map<string, Intl.NumberFormat>();

const formatterOf = (lan: Lan, decimals: number): Intl.NumberFormat => {
  const key = `${lan} ${decimals}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const formatter = new Intl.NumberFormat(intlTag(lan), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  });
  formatters.set(key, formatter);
  return formatter;
};

/**
 * A decimal string of the wire with the separators of `lan`: every digit and decimal place as it came, nothing
 * rounded, and a true minus where there is one. What is not a plain decimal is returned unchanged.
 */
export const formatDecimal = (value: string, lan: Lan): string => {
  if (!isDecimal(value)) return value;
  return formatterOf(lan, decimalPattern.exec(value)?.[1]?.length ?? 0)
    .format(value)
    .replace('-', '−');
};

/** An amount of the wire, "1284.50", with the code or symbol of its currency behind it: "1,284.50 PLAY". */
export const formatMoney = (amount: string, { lan, currency }: { lan: Lan; currency?: string }): string => {
  const figure = formatDecimal(amount, lan);
  return currency === undefined ? figure : `${figure}\u00A0${currency}`;
};

/** A profit or loss with its sign shown both ways: "+96.00", "−10.00"; zero bears none. */
export const formatSignedMoney = (
  amount: string,
  { lan, currency }: { lan: Lan; currency?: string },
): string => {
  const figure = formatMoney(amount, currency === undefined ? { lan } : { lan, currency });
  // Intl puts a mark before the sign in right-to-left languages; the plus needs the same to stay in front.
  const plus = lan === 'ar' ? '\u200E+' : '+';
  return amount.startsWith('-') || /^[0.]*$/.test(amount) ? figure : plus + figure;
};

/** Decimal odds with the separator of `lan`: "2.35" is "2,35" in German. */
export const formatOdds = (odds: string, { lan }: { lan: Lan }): string => formatDecimal(odds, lan);

const percents = new Map<Lan, Intl.NumberFormatPart[]>();

/** A percentage of the wire, "5.02" meaning 5.02 %, as `lan` writes it: "5.02%", "5,02 %". */
export const formatPercent = (percent: string, { lan }: { lan: Lan }): string => {
  if (!isDecimal(percent)) return percent;
  const figure = formatDecimal(percent, lan);
  const known = percents.get(lan);
  const parts = known ?? new Intl.NumberFormat(intlTag(lan), { style: 'percent' }).formatToParts(0);
  if (known === undefined) percents.set(lan, parts);
  // The locale's own sign, spacing and marks around a zero, with the exact figure in its place.
  return parts.map(({ type, value }) => (type === 'integer' ? figure : value)).join('');
};

const compacts = new Map<Lan, Intl.NumberFormat>();

/** A figure shortened for the axis of a chart: "1.2K", "1.2万". Exact figures are shown elsewhere. */
export const formatCompact = (value: number, { lan }: { lan: Lan }): string => {
  const known = compacts.get(lan);
  const formatter =
    known ?? new Intl.NumberFormat(intlTag(lan), { notation: 'compact', maximumFractionDigits: 1 });
  if (known === undefined) compacts.set(lan, formatter);
  return formatter.format(value).replace('-', '−');
};

/** A count with the separators of `lan`. */
export const formatCount = (count: number, { lan }: { lan: Lan }): string =>
  formatterOf(lan, 0).format(count);
