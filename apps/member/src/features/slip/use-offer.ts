import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuery } from '../../api/query.ts';
import { offerOf } from './offer.ts';
import { dispatchSlip, useSlip } from './slip-store.ts';

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
