import type { Event, Market, Selection } from '@touchline/contract/shapes/football';
import { legLineOf } from '@touchline/football/leg-line';
import { translate } from '../../lib/i18n.tsx';
import { showToast } from '../../lib/toasts.ts';
import { restrictionNow } from '../play/use-restriction.ts';
import type { SlipSelection } from '../slip/selection.ts';
import type { PickTarget } from './pick-target.ts';

/** What of a match its prices need. */
export type PricedMatch = Omit<SlipSelection, 'event' | 'market' | 'line' | 'selection'> & {
  id: string;
  state: Event['state'];
};

/** The selection of a market as the slip takes it: with the line of its side. */
export const pickOf = (match: PricedMatch, market: Market, { selection }: Selection): SlipSelection => {
  const line = legLineOf(market.market, selection, market.line);
  return {
    event: match.id,
    home: match.home,
    away: match.away,
    kickOff: match.kickOff,
    market: market.market,
    line,
    selection,
  };
};

/** Puts a tapped selection in the slip at the price shown. While the member has paused play, a message says so instead. */
export const tapPrice = (
  { tap }: PickTarget,
  { match, market, selection }: { match: PricedMatch; market: Market; selection: Selection },
): void => {
  const { odds } = selection;
  if (odds === null) return;
  if (restrictionNow() !== undefined) {
    showToast(translate('shell.bettingClosed'));
    return;
  }
  const inPlay = match.state === 'live' || match.state === 'half_time';
  tap(pickOf(match, market, selection), { odds, state: market.state, margin: market.margin, inPlay });
};
