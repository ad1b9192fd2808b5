import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { callQuery } from '../../api/query.ts';
import type { Offer, Pick } from './slip-state.ts';
import { dispatchSlip, useSlip } from './slip-store.ts';

/** The selection as a match offers it now; a market or selection it no longer has is closed. */
export const offerOf = (detail: EventDetail, pick: Pick): Offer => {
  const market = detail.markets.find(({ market, line }) => market === pick.market && line === pick.line);
  const selection = market?.selections.find(({ selection }) => selection === pick.selection);
  if (market === undefined || selection === undefined) return { odds: null, state: 'closed', margin: '' };
  return { odds: selection.odds, state: market.state, margin: market.margin };
};

/** Keeps the selection in the slip at the price of its match, which the stream keeps moving. */
export const useOffer = (): void => {
  const { pick } = useSlip();
  const { data, isFetching } = useQuery({
    ...callQuery('eventDetail', { id: pick?.event ?? '' }),
    enabled: pick !== undefined,
  });
  useEffect(() => {
    // What is being fetched again may be older than the price just tapped.
    if (pick === undefined || data === undefined || isFetching || data.id !== pick.event) return;
    dispatchSlip({ type: 'offer', pick, offer: offerOf(data, pick) });
  }, [pick, data, isFetching]);
};
