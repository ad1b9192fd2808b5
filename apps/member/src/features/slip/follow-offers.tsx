import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '@touchline/client/errors';
import { callQuery } from '../../api/query.ts';
import { offerOf } from './offer.ts';
import { idOf, type Offer, type Pick } from './pick.ts';
import { dispatchSlip, useSlip } from './slip-store.ts';

/** Of a match the book does not know any more nothing can be bet on. */
const gone: Offer = { odds: null, state: 'closed', margin: '' };

const isGone = (error: unknown): boolean =>
  error instanceof CallError && (error.reason === 'not_found' || error.reason === 'validation');

/** Keeps the selections in the slip at the prices of their matches, which the stream keeps moving. Shows nothing. */
export const FollowOffers = () => {
  const { items } = useSlip();
  return items.map(({ pick }) => <FollowOffer key={idOf(pick)} pick={pick} />);
};

const FollowOffer = ({ pick }: { pick: Pick }) => {
  const { data, error, isFetching } = useQuery(callQuery('eventDetail', { id: pick.event }));
  useEffect(() => {
    // What is being fetched again may be older than the price just tapped.
    if (isFetching) return;
    if (data?.id === pick.event) dispatchSlip({ type: 'offer', pick, offer: offerOf(data, pick) });
    else if (isGone(error)) dispatchSlip({ type: 'offer', pick, offer: gone });
  }, [pick, data, error, isFetching]);
  return null;
};
