import type { Input } from '@touchline/contract/routes';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../../core/database/database.ts';
import { isId, newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { By, NoteInAudit } from '../audit.ts';
import { readFields, readTexts, readTimes } from './check.ts';
import type { KeptContent, SavedVersion } from './item.ts';
import { findKept, pageOfKept, pageOfVersions, type KeptFilter } from './kept-queries.ts';
import { findBegin, findNewest, insertVersion, takeTurn } from './queries.ts';
import type { Shelf } from './shelf.ts';

type Page = { limit: number; offset: number };
type Save = Input<'officeContentSave'>;

/** The content that operators publish. Every version is stored; the newest that is not a draft is shown. */
export class Contents {
  readonly #pool: pg.Pool;
  readonly #shelf: Shelf;
  readonly #clock: Clock;
  readonly #audit: NoteInAudit;
  readonly #usePicture: (client: Queryable, id: string) => Promise<boolean>;
  readonly #videoHosts: readonly string[];

  constructor(of: {
    pool: pg.Pool;
    shelf: Shelf;
    clock: Clock;
    audit: NoteInAudit;
    /** Takes a picture into use; false when there is none of that id. */
    usePicture: (client: Queryable, id: string) => Promise<boolean>;
    /** Hosts whose videos may be shown. */
    videoHosts: readonly string[];
  }) {
    this.#pool = of.pool;
    this.#shelf = of.shelf;
    this.#clock = of.clock;
    this.#audit = of.audit;
    this.#usePicture = of.usePicture;
    this.#videoHosts = of.videoHosts;
  }

  /** A page of content for operators. */
  list(filter: KeptFilter, page: Page) {
    return pageOfKept(this.#pool, filter, { ...page, now: this.#clock.now() });
  }

  /** An item by its id. @throws Refused `not_found` */
  async one(id: string): Promise<KeptContent> {
    const found = isId(id) ? await findKept(this.#pool, id, this.#clock.now()) : undefined;
    if (found === undefined) throw new Refused('not_found');
    return found;
  }

  /** A page of its versions, newest first. @throws Refused `not_found` */
  async versions(id: string, page: Page) {
    const found = isId(id) ? await pageOfVersions(this.#pool, id, page) : { rows: [], total: 0 };
    if (found.total === 0) throw new Refused('not_found');
    return found;
  }

  /**
   * Publishes something, or its next version; a draft is saved and not shown to members.
   * @throws Refused `validation`, `not_found`; `outdated` where there is a newer version than the operator saw
   */
  async save(input: Save, by: By): Promise<KeptContent> {
    const texts = readTexts(input.texts);
    const fields = readFields(input, this.#videoHosts);
    const id = await withRetry(() =>
      transaction(this.#pool, (client) => this.#write(client, { input, texts, fields }, by)),
    );
    await this.#shelf.refresh();
    return this.one(id);
  }

  /**
   * Revokes an item.
   * @throws Refused `not_found` when there is none, or it is revoked already; `outdated`
   */
  async remove({ id, seen }: { id: string; seen: number }, { operator, address }: By): Promise<void> {
    await withRetry(() =>
      transaction(this.#pool, async (client) => {
        await takeTurn(client);
        const last = await findLast(client, id, seen);
        const now = this.#clock.now();
        await insertVersion(client, {
          ...last,
          version: last.version + 1,
          draft: false,
          removed: true,
          from: last.from ?? now,
          savedBy: operator.id,
          savedAt: now,
        });
        await this.#audit(client, {
          operator,
          action: 'content_removed',
          subject: { kind: 'content', id },
          address,
          detail: { kind: last.kind, version: last.version + 1 },
        });
      }),
    );
    await this.#shelf.refresh();
  }

  /** Writes the next version. @returns the id of the item */
  async #write(
    client: pg.PoolClient,
    { input, texts, fields }: { input: Save } & Pick<SavedVersion, 'texts' | 'fields'>,
    { operator, address }: By,
  ): Promise<string> {
    const draft = input.draft === true;
    await takeTurn(client);
    const last = await findBefore(client, input);
    const begun = last && (await findBegin(client, last.id));
    const now = this.#clock.now();
    const saved: SavedVersion = {
      id: last?.id ?? newId(),
      version: (last?.version ?? 0) + 1,
      kind: input.kind,
      draft,
      removed: false,
      texts,
      fields,
      savedBy: operator.id,
      savedAt: now,
      ...readTimes(input, { before: begun, now, draft }),
    };
    if (fields.image !== undefined && !(await this.#usePicture(client, fields.image))) {
      throw new Refused('validation', { rules: { image: 'choice' } });
    }
    await insertVersion(client, saved);
    await this.#audit(client, {
      operator,
      address,
      subject: { kind: 'content', id: saved.id },
      action: draft ? 'content_drafted' : 'content_saved',
      detail: { kind: saved.kind, version: saved.version, languages: Object.keys(texts) },
    });
    return saved.id;
  }
}

/** The newest version, if it is the one that the operator saw. @throws Refused `not_found`, `outdated` */
const findLast = async (client: Queryable, id: string, seen: number): Promise<SavedVersion> => {
  const found = isId(id) ? await findNewest(client, id) : undefined;
  if (found === undefined || found.removed) throw new Refused('not_found');
  if (found.version !== seen) throw new Refused('outdated');
  return found;
};

/** The version before this one, of the same kind. @throws Refused `not_found`, `outdated`, `validation` */
const findBefore = async (
  client: Queryable,
  { id, seen, kind }: Pick<Save, 'id' | 'seen' | 'kind'>,
): Promise<SavedVersion | undefined> => {
  if (id === undefined) return undefined;
  if (seen === undefined) throw new Refused('validation', { rules: { seen: 'required' } });
  const found = await findLast(client, id, seen);
  if (found.kind !== kind) throw new Refused('validation', { rules: { kind: 'choice' } });
  return found;
};
