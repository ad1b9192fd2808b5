import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Asks again for answers under a key that are on their way: they may be older than the message that was just shown. */
export const askAgain = (client: QueryClient, queryKey: QueryKey): void =>
  void client.invalidateQueries({ queryKey, fetchStatus: 'fetching' });
