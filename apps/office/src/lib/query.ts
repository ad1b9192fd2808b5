import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query';
import type { RouteName } from '@touchline/contract/paths';
import type { CallInput, Output } from '@touchline/contract/routes';
import { isInUse } from './activity.ts';
import { call } from './call.ts';
import { isUnanswered } from '@touchline/client/errors';

/** How often lists are fetched again while the operator works with them. */
const againMs = 15_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 1 && isUnanswered(error),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

type Options = {
  enabled?: boolean;
  /** Asks again automatically while the operator works here, after a number of milliseconds. */
  follow?: boolean | number;
  /** Shows the answer before until the next is there: for the pages of one list. */
  keep?: boolean;
};

/** The cached answer of a call, fetched when there is none or it is old. */
export const useCall = <N extends RouteName>(
  name: N,
  input: CallInput<N>,
  { enabled = true, follow = false, keep = false }: Options = {},
) =>
  useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }): Promise<Output<N>> => call(name, input, signal),
    enabled,
    refetchInterval: () => follow !== false && isInUse() && (follow === true ? againMs : follow),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });

/** Fetches again what was answered to these calls. */
export const again = async (...names: readonly RouteName[]): Promise<void> => {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
};
