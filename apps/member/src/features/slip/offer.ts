import { marketLineOf } from '@touchline/football/leg-line';
import type { EventDetail } from '@touchline/contract/shapes/football';
import type { LegRef, Offer } from './pick.ts';

const isInPlay = ({ state }: EventDetail): boolean => state === 'live' || state === 'half_time';

/** The selection as a match offers it now; a market or selection it no longer has is closed. */
export const offerOf = (detail: EventDetail, { market: name, selection: wanted, line }: LegRef): Offer => {
  const marketLine = marketLineOf(name, wanted, line);
  const market = detail.markets.find(({ market, line }) => market === name && line === marketLine);
  const selection = market?.selections.find(({ selection }) => selection === wanted);
  const inPlay = isInPlay(detail);
  if (market === undefined || selection === undefined) {
    return { odds: null, state: 'closed', margin: '', inPlay };
  }
  return { odds: selection.odds, state: market.state, margin: market.margin, inPlay };
};
