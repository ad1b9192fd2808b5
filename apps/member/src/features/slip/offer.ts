import type { EventDetail } from '@touchline/contract/shapes/football';
import type { Offer, Pick } from './slip-state.ts';

/** The selection as a match offers it now; a market or selection it no longer has is closed. */
export const offerOf = (detail: EventDetail, pick: Pick): Offer => {
  const market = detail.markets.find(({ market, line }) => market === pick.market && line === pick.line);
  const selection = market?.selections.find(({ selection }) => selection === pick.selection);
  if (market === undefined || selection === undefined) return { odds: null, state: 'closed', margin: '' };
  return { odds: selection.odds, state: market.state, margin: market.margin };
};
