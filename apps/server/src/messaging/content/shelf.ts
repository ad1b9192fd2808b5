import type { ContentKind } from '@touchline/contract/shapes/inbox';
import type { Queryable } from '../../core/database/database.ts';
import type { ContentItem } from './item.ts';
import { countChanges, selectContents } from './queries.ts';

const byOrder = (a: ContentItem, b: ContentItem): number =>
  a.fields.order - b.fields.order || b.from.getTime() - a.from.getTime() || (a.id < b.id ? 1 : -1);

/** The published content in memory, so that a page that shows it costs no query. */
export class Shelf {
  readonly #db: Queryable;
  /** The number of changes that are in memory. */
  #seen = -1n;
  #kinds: ReadonlyMap<ContentKind, readonly ContentItem[]> = new Map();
  #first: Promise<unknown> | undefined;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Content of a kind, by its order and then newest first. Reads the database before the first answer only. */
  async of(kind: ContentKind): Promise<readonly ContentItem[]> {
    await this.#ready();
    return this.#kinds.get(kind) ?? [];
  }

  /** Reads the content again if a process has changed it. @returns whether one had */
  async refresh(): Promise<boolean> {
    // The number is read before the rows, so that a change in between is read twice and never missed.
    const changes = await countChanges(this.#db);
    if (changes === this.#seen) return false;
    const items = await selectContents(this.#db);
    // The older of two concurrent reads may end last.
    if (changes < this.#seen) return false;
    this.#kinds = Map.groupBy(items.toSorted(byOrder), ({ kind }) => kind);
    this.#seen = changes;
    return true;
  }

  async #ready(): Promise<void> {
    if (this.#seen >= 0n) return;
    this.#first ??= this.refresh().finally(() => {
      this.#first = undefined;
    });
    await this.#first;
  }
}
