import { useQuery } from '@tanstack/react-query';
import type { Output } from '@touchline/contract/routes';
import { callQuery } from '../../lib/query.ts';

type OpenOffer = Output<'cashOutOffers'>['list'][number];

/** Offers are fetched again after this long, milliseconds, or sooner when the stream reports a change of one of their matches. */
const againMs = 15_000;

/** What is offered for every open bet now: one call for all that show it, kept in step by the live stream. */
const useOffers = () =>
  useQuery({ ...callQuery('cashOutOffers', {}), refetchInterval: againMs, staleTime: 2_000 });

/**
 * What is offered for an open bet now, and the amount at which it is cashed out automatically.
 * @returns undefined until it is known, or while the bet is not among the open ones
 */
export const useOffer = (betId: string): OpenOffer | undefined =>
  useOffers().data?.list.find(({ bet }) => bet === betId);
