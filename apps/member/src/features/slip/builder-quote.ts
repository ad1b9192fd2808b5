import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BuilderQuote } from '@touchline/contract/shapes/builder';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { callQuery } from '../../lib/query.ts';
import type { SlipOffer, SelectionRef, InPlayState } from './selection.ts';

/** A number that changes with every price, market and state of a match, so that an earlier quote is known to be old. */
const stampOf = ({ markets, state }: EventDetail): string =>
  `${state} ${markets.length} ${markets.reduce((sum, { version }) => sum + version, 0)}`;

/** The query for the joint price of selections of a match. */
export const builderQuery = (event: string, parts: readonly SelectionRef[]) =>
  callQuery('builderQuote', {
    event,
    parts: parts.map(({ market, selection, line }) => ({ market, selection, line })),
  });

/**
 * The joint price of selections of a match, fetched again whenever its prices change.
 * @param detail of the match as the stream keeps it; nothing is fetched before it is there
 */
export const useBuilderQuote = (
  event: string,
  parts: readonly SelectionRef[],
  detail: EventDetail | undefined,
): { quote: BuilderQuote | undefined; isOld: boolean; error: Error | null } => {
  const query = builderQuery(event, parts);
  const { data, error, isPlaceholderData } = useQuery({
    ...query,
    queryKey: [...query.queryKey, detail === undefined ? '' : stampOf(detail)],
    enabled: detail !== undefined && parts.length > 0,
    // Until the next answer is there the last one is shown, marked as old.
    placeholderData: keepPreviousData,
  });
  return { quote: data, isOld: isPlaceholderData, error };
};

/** A quote as the slip keeps it. A builder that no score or no price allows any more has closed; a suspended one may reopen. */
export const builderOffer = ({ state, odds, margin, parts }: BuilderQuote, play: InPlayState): SlipOffer => {
  const own = parts.map((part) => part.state);
  const together = (): SlipOffer['state'] => {
    if (state === 'open') return 'open';
    return state === 'suspended' || state === 'apart' ? 'suspended' : 'closed';
  };
  return {
    odds: state === 'open' ? odds : null,
    state: together(),
    margin: margin ?? '',
    ...play,
    builder: { state, parts: own },
  };
};
