import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes every cached answer under a key. The age of an answer stays what it was: a patch is no fresh answer, so the
 * next visit still asks again.
 */
export function patch<T>(client: QueryClient, queryKey: QueryKey, change: (data: T) => T): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    if (query.state.data === undefined) continue;
    client.setQueryData<T>(query.queryKey, (data) => (data === undefined ? data : change(data)), {
      updatedAt: query.state.dataUpdatedAt,
    });
  }
}
