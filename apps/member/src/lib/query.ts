import { minuteMs } from '@touchline/contract/durations';
import { QueryClient, type QueryKey, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import type { RouteName } from '@touchline/contract/paths';
import type { CallInput, Output } from '@touchline/contract/routes';
import { replaceUser } from './user.ts';
import { call } from './call.ts';
import { createNewestEvents } from './newest-events.ts';
import { mayTryAgain } from '@touchline/client/errors';

/** What the stream and all answers have said of matches. */
export const newestEvents = createNewestEvents();

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * minuteMs,
      // The server's refusals stay refusals; a lost connection may come back.
      retry: (failures, error) => failures < 1 && mayTryAgain(error) && navigator.onLine,
      refetchOnWindowFocus: true,
      // A call without a network fails and says so; it does not wait for one in silence.
      networkMode: 'always',
      // Servers behind one address may lag behind each other: an older answer takes nothing back.
      structuralSharing: (known, answer) => replaceEqualDeep(known, newestEvents.renew(answer)),
    },
  },
});

/** Key of a call's cached answer; `['eventList']` alone names all of them. */
const keyOf = <N extends RouteName>(name: N, input: CallInput<N>): QueryKey => [name, input];

/** Options of a query that makes the call `name`: no mask and no toast, since pages show skeleton and error. */
export const callQuery = <N extends RouteName>(name: N, input: CallInput<N>) => ({
  queryKey: keyOf(name, input),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Output<N>> =>
    call(name, input, { mask: false, quiet: true, signal }),
});

/** The cached answer of a call, fetched when there is none or it is old. */
export const useCall = <N extends RouteName>(name: N, input: CallInput<N>) =>
  useQuery(callQuery(name, input));

/** Fetches the member again: name, balance, what is held. */
export const refreshUser = async (): Promise<void> => {
  replaceUser(await queryClient.fetchQuery({ ...callQuery('userInfo', {}), staleTime: 0 }));
};
