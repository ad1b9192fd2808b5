import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes every cached answer under a key; one that `change` returns unchanged renders nothing. The age of an answer stays
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

/** A list with each item changed; the same list when no item did, so that nothing renders again. */
export function mapKept<T>(list: T[], change: (item: T) => T): T[] {
  let isSame = true;
  const next = list.map((item) => {
    const changed = change(item);
    if (changed !== item) isSame = false;
    return changed;
  });
  return isSame ? list : next;
}

/** Loaded pages with each item changed; pages none of whose items did stay the same, and so do all when none did. */
export function mapPages<P extends { list: unknown[] }, D extends { pages: P[] }>(
  data: D & { pages: P[] },
  change: (item: P['list'][number]) => P['list'][number],
): D {
  const pages = mapKept(data.pages, (page) => {
    const list = mapKept(page.list, change);
    return list === page.list ? page : { ...page, list };
  });
  return pages === data.pages ? data : { ...data, pages };
}

/** Asks again for answers under a key that are on their way: they may be older than the message that was just shown. */
export const askAgain = (client: QueryClient, queryKey: QueryKey): void =>
  void client.invalidateQueries({ queryKey, fetchStatus: 'fetching' });
