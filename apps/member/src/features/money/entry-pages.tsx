import type { ReactNode } from 'react';
import type { usePages } from '../../lib/use-pages.ts';
import { Card } from '../../ui/card.tsx';
import { Endless } from '../endless/endless.tsx';
import { allOf } from '../endless/list-pages.ts';
import { LoadFailure } from '../load-failure/load-failure.tsx';
import { EntrySkeleton } from './entry-row.tsx';

type Page<Entry> = { page: number; total: number; list: readonly Entry[] };

type Props<Entry> = {
  pages: ReturnType<typeof usePages<Page<Entry>>>;
  row: (entry: Entry) => ReactNode;
  /** Shown where there are no entries. */
  empty: ReactNode;
};

/** A card with the entries of all loaded pages, and its states: pending, failed and empty. */
export const EntryPages = <Entry extends { id: string }>({ pages, row, empty }: Props<Entry>) => {
  if (pages.isPending) return <Waiting />;
  if (pages.data === undefined) return <LoadFailure error={pages.error} onRetry={pages.refetch} />;
  const entries = allOf(pages.data.pages);
  if (entries.length === 0) return empty;
  return (
    <>
      <Card flush>
        <ul>{entries.map(row)}</ul>
      </Card>
      <Endless hasMore={pages.hasNextPage} isFetching={pages.isFetchingNextPage} onMore={pages.fetchNextPage}>
        <Waiting />
      </Endless>
    </>
  );
};

const Waiting = () => (
  <Card flush>
    <EntrySkeleton />
    <EntrySkeleton />
  </Card>
);
