import { displayOdds, oddsFormats, type OddsFormat } from '@touchline/money/odds-display';
import { parseOdds } from '@touchline/money/odds';
import { formatDecimal, formatPercent } from '@touchline/locales/format';
import { currentLan } from '../../lib/i18n.tsx';
import { createStore } from '@touchline/kit/store';
import { useStore } from '../../lib/use-store.ts';

/** How the member likes prices written, kept on this device. */
export const oddsFormatStore = createStore<OddsFormat>({
  key: 'odds-display',
  parse: (stored) => oddsFormats.find((format) => format === stored) ?? 'decimal',
});

// Intl may lead a minus with a mark for right-to-left text; here every price is an element with its own direction.
const withoutMark = (text: string): string => text.replaceAll('\u200E', '');

/** Odds beyond any price, of many legs together, stay decimal. */
const written = (odds: string, format: OddsFormat): { text: string; format: OddsFormat } => {
  const oddsMilli = parseOdds(odds);
  if (oddsMilli === undefined) return { text: odds, format: 'decimal' };
  return { text: displayOdds(oddsMilli, format), format };
};

/** The separators of the language, and a true minus. American odds have no thousands separator: +50000, −10000. */
const separated = (text: string, format: OddsFormat): string =>
  format === 'american' ? text.replace('-', '−') : withoutMark(formatDecimal(text, currentLan()));

/** Writes a price in full as the language writes numbers; reads from left to right. */
export const oddsText = (odds: string, wanted: OddsFormat): string => {
  const { text, format } = written(odds, wanted);
  if (format === 'rate') return formatPercent(text, { lan: currentLan() });
  return separated(text, format);
};

/** "12.10" is "12.1", "101.00" is "101", "9.60" stays. */
export const shortened = (figure: string): string =>
  /^-?\d\./.test(figure) ? figure : figure.replace(/\.0+$|(\.\d*[1-9])0+$/, '$1');

/**
 * Writes a price for a narrow cell, as exact but without what says nothing: "12.10" is 12.1 and "101.00" is 101;
 * below ten both decimals stay so that a grid lines up. A rate of return leaves its percent sign to the legend.
 */
export const compactOddsText = (odds: string, wanted: OddsFormat): string => {
  const { text, format } = written(odds, wanted);
  return separated(shortened(text), format);
};

/** Writes prices as the member likes them. */
export const useOddsText = (): ((odds: string) => string) => {
  const format = useStore(oddsFormatStore);
  return (odds) => oddsText(odds, format);
};
