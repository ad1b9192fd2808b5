import { parseOdds, rateOfReturn } from '@touchline/money/odds';
import { formatDecimal, formatOdds, formatPercent } from '@touchline/locales/format';
import { currentLan } from '../../shell/i18n.tsx';
import { createStore } from '../../state/store.ts';
import { useStore } from '../../state/use-store.ts';

/** How prices are written: "2.35", or as the rate of return "135%". */
export type OddsDisplay = 'decimal' | 'return';

/** The member's choice, kept on this device. */
export const oddsDisplayStore = createStore<OddsDisplay>({
  key: 'odds-display',
  parse: (stored) => (stored === 'return' ? 'return' : 'decimal'),
});

const rateOf = (odds: string): string => {
  const oddsMilli = parseOdds(odds);
  return oddsMilli === undefined ? '' : rateOfReturn(oddsMilli);
};

/** Writes a price in full. */
export const oddsText = (odds: string, display: OddsDisplay): string =>
  display === 'decimal'
    ? formatOdds(odds, { lan: currentLan() })
    : formatPercent(rateOf(odds), { lan: currentLan() });

/** "12.10" is "12.1", "101.00" is "101", "9.60" stays. */
export const shortened = (odds: string): string =>
  /^\d\./.test(odds) ? odds : odds.replace(/\.0+$|(\.\d*[1-9])0+$/, '$1');

/**
 * Writes a price for a narrow cell, as exact but without what says nothing: "12.10" is 12.1 and "101.00" is 101;
 * below ten both decimals stay so that a grid lines up. A rate of return leaves its percent sign to the legend.
 */
export const compactOddsText = (odds: string, display: OddsDisplay): string => {
  const lan = currentLan();
  if (display === 'return') return formatDecimal(rateOf(odds), lan);
  return formatDecimal(shortened(odds), lan);
};

/** Writes prices as the member likes them. */
export const useOddsText = (): ((odds: string) => string) => {
  const display = useStore(oddsDisplayStore);
  return (odds) => oddsText(odds, display);
};
