import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes every cached answer under a key; one that `change` gives back as it is tells nobody. The age of an answer stays
 * what it was: a patch is no fresh answer, so the next visit still asks again.
 */
export function patch<T>(client: QueryClient, queryKey: QueryKey, change: (data: T) => T): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const data = client.getQueryData<T>(query.queryKey);
    if (data === undefined) continue;
    const next = change(data);
    if (next === data) continue;
    client.setQueryData<T>(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt });
  }
}
