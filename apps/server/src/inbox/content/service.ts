import type { Input } from '@touchline/contract/routes';
import type { ContentKind } from '@touchline/contract/shapes/inbox';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { isId, newId } from '../../platform/ids.ts';
import { Refused } from '../../platform/refusal.ts';
import { transaction, withRetry } from '../../platform/transaction.ts';
import type { By, NoteInAudit } from '../audit.ts';
import { readFields, readTexts, readTimes } from './check.ts';
import type { ContentItem } from './item.ts';
import { findContent, insertContent, takeTurn } from './queries.ts';
import type { Shelf } from './shelf.ts';

export type ContentOptions = {
  pool: pg.Pool;
  shelf: Shelf;
  clock: Clock;
  audit: NoteInAudit;
  /** Takes a picture into use; false when there is none of that id. */
  usePicture: (client: Queryable, id: string) => Promise<boolean>;
};

/** What operators publish. Every version stays on record; the newest counts. */
export const createContents = ({ pool, shelf, clock, audit, usePicture }: ContentOptions) => {
  /** The version before, of the same kind. @throws Refused `not_found`, `validation` */
  const before = async (
    client: Queryable,
    { id, kind }: Pick<Input<'officeContentSave'>, 'id' | 'kind'>,
  ): Promise<ContentItem | undefined> => {
    if (id === undefined) return undefined;
    const found = isId(id) ? await findContent(client, id) : undefined;
    if (found === undefined) throw new Refused('not_found');
    if (found.kind !== kind) throw new Refused('validation', { rules: { kind: 'choice' } });
    return found;
  };

  return {
    /** A page of what was not taken back, newest first; of one kind, or of all. */
    list: async (kind: ContentKind | undefined, { limit, offset }: { limit: number; offset: number }) => {
      // Whoever saved it in another process wants to see it here.
      await shelf.refresh();
      const items = (await shelf.all()).filter((item) => kind === undefined || item.kind === kind);
      return { items: items.slice(offset, offset + limit), total: items.length };
    },

    /** Publishes something, or its next version. @throws Refused `validation`, `not_found` */
    save: async (input: Input<'officeContentSave'>, { operator, address }: By): Promise<ContentItem> => {
      const texts = readTexts(input.texts);
      const fields = readFields(input);
      const item = await withRetry(() =>
        transaction(pool, async (client) => {
          await takeTurn(client);
          const last = await before(client, input);
          const now = clock.now();
          const saved: ContentItem = {
            ...{ id: last?.id ?? newId(), version: (last?.version ?? 0) + 1, kind: input.kind },
            ...{ texts, fields, savedAt: now, ...readTimes(input, { before: last?.from, now }) },
          };
          if (fields.image !== undefined && !(await usePicture(client, fields.image))) {
            throw new Refused('validation', { rules: { image: 'choice' } });
          }
          await insertContent(client, saved, { by: operator.id, removed: false });
          await audit(client, {
            ...{ operator, action: 'content_saved', subject: { kind: 'content', id: saved.id }, address },
            detail: { kind: saved.kind, version: saved.version, languages: Object.keys(texts) },
          });
          return saved;
        }),
      );
      await shelf.refresh();
      return item;
    },

    /** Takes something back. @throws Refused `not_found` when there is none, or it is taken back already */
    remove: async (id: string, { operator, address }: By): Promise<void> => {
      if (!isId(id)) throw new Refused('not_found');
      await withRetry(() =>
        transaction(pool, async (client) => {
          await takeTurn(client);
          const last = await findContent(client, id);
          if (last === undefined) throw new Refused('not_found');
          const gone = { ...last, version: last.version + 1, savedAt: clock.now() };
          await insertContent(client, gone, { by: operator.id, removed: true });
          await audit(client, {
            ...{ operator, action: 'content_removed', subject: { kind: 'content', id }, address },
            detail: { kind: last.kind, version: gone.version },
          });
        }),
      );
      await shelf.refresh();
    },
  };
};
