import { formatDecimal } from '@touchline/locales/format';
import type { Lan } from '@touchline/locales/locales';

/** The mark between whole and decimals in `lan`: "." or ",". */
export const decimalMark = (lan: Lan): string => formatDecimal('0.5', lan).replaceAll(/\d/g, '');

/** The amount as typed so far, grouped and marked as `lan` writes numbers: "1234." is "1,234."; nothing typed is "0". */
export const typedText = (typed: string, lan: Lan): string => {
  const [whole = '', decimals] = typed.split('.');
  const figure = formatDecimal(whole === '' ? '0' : whole, lan);
  return decimals === undefined ? figure : `${figure}${decimalMark(lan)}${decimals}`;
};
