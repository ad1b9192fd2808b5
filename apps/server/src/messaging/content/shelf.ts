import type { ContentKind } from '@touchline/contract/shapes/inbox';
import type { Queryable } from '../../core/database/database.ts';
import type { ContentItem } from './item.ts';
import { countChanges, selectContents } from './queries.ts';

/** The published content in memory, so that a page that shows it costs no query. */
export type Shelf = {
  /** Content of a kind, by its order and then newest first. Reads the database before the first answer only. */
  of(kind: ContentKind): Promise<readonly ContentItem[]>;
  /** Reads the content again if a process has changed it. @returns whether one had */
  refresh(): Promise<boolean>;
};

const byOrder = (a: ContentItem, b: ContentItem): number =>
  a.fields.order - b.fields.order || b.from.getTime() - a.from.getTime() || (a.id < b.id ? 1 : -1);

export const createShelf = (db: Queryable): Shelf => {
  let seen = -1n;
  let kinds: ReadonlyMap<ContentKind, readonly ContentItem[]> = new Map();
  let first: Promise<unknown> | undefined;

  const refresh = async (): Promise<boolean> => {
    // The number is read before the rows, so that a change in between is read twice and never missed.
    const changes = await countChanges(db);
    if (changes === seen) return false;
    const items = await selectContents(db);
    // The older of two concurrent reads may end last.
    if (changes < seen) return false;
    kinds = Map.groupBy(items.toSorted(byOrder), ({ kind }) => kind);
    seen = changes;
    return true;
  };

  const ready = async (): Promise<void> => {
    if (seen >= 0n) return;
    first ??= refresh().finally(() => {
      first = undefined;
    });
    await first;
  };

  return {
    of: async (kind) => {
      await ready();
      return kinds.get(kind) ?? [];
    },
    refresh,
  };
};
