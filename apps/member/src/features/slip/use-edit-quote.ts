import { useQuery } from '@tanstack/react-query';
import type { Output } from '@touchline/contract/routes';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { callQuery } from '../../lib/query.ts';
import { failureText } from '../../lib/call.ts';
import type { Bounds } from './quote.ts';
import type { SlipState } from './slip.ts';

/** The bet that is replaced, as it can be sold now. */
export type EditQuote = {
  quote: Output<'cashOutQuote'> | undefined;
  /** Why there is none. */
  failure: string | undefined;
};

/** A quote is good for 8 seconds: the one shown can be taken for at least a few more. */
const againMs = 4_000;

/** Keeps a quote for the open bet that the slip replaces; undefined in any other slip. */
export const useEditQuote = ({ edit }: SlipState): EditQuote | undefined => {
  const bet = edit?.bet ?? '';
  const { data, error } = useQuery({
    ...callQuery('cashOutQuote', { bet }),
    enabled: edit !== undefined,
    refetchInterval: againMs,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (edit === undefined) return undefined;
  // A refusal ends the quote, also where an earlier one is cached.
  return error === null
    ? { quote: data, failure: undefined }
    : { quote: undefined, failure: failureText(error) };
};

/** The bounds of a stake with the money of the sale. */
export const boundsWith = (bounds: Bounds, edit: EditQuote | undefined): Bounds => {
  const [available, offer] = [bounds.available, edit?.quote?.offer ?? '0'].map(
    (text) => parseAmount(text, bounds.scale) ?? 0n,
  );
  return edit?.quote === undefined
    ? bounds
    : { ...bounds, available: formatAmount((available ?? 0n) + (offer ?? 0n), bounds.scale) };
};
