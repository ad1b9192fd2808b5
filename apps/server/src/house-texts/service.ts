import { isDeepStrictEqual } from 'node:util';
import type { Input } from '@touchline/contract/routes';
import { houseTextNoticeMs, type HouseTextKind } from '@touchline/contract/shapes/house-texts';
import { termsVersion } from '@touchline/contract/terms';
import { fallbackLan, lans } from '@touchline/locales/locales';
import type pg from 'pg';
import type { Operator } from '../platform/handler.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { Refused } from '../platform/refusal.ts';
import { transaction, withRetry } from '../platform/transaction.ts';
import { decisions, selectLast } from './decide-queries.ts';
import {
  countWaiting,
  findBefore,
  findByKey,
  findText,
  insertText,
  pageOfTexts,
  selectNewest,
  takeTurn,
} from './queries.ts';
import { textsOf, type HouseTextRow, type Texts } from './row.ts';
import { createHouseTextShelf } from './shelf.ts';

type By = { operator: Operator; address: string };
type Action = `house_text_${'proposed' | 'published' | 'refused' | 'withdrawn' | 'revoked'}`;

/** Writes a line of the office's log within the transaction of what it tells of. */
type NoteInAudit = (
  client: Queryable,
  entry: {
    operator: { id: string };
    action: Action;
    subject: { kind: 'house_text'; id: string };
    detail: Record<string, string | number | readonly string[]>;
    reason?: string;
    address: string;
  },
) => Promise<void>;

export type HouseTextOptions = { pool: pg.Pool; clock: Clock; audit: NoteInAudit };
export type FoundText = { row: HouseTextRow; before: HouseTextRow | undefined };

const done = { publish: 'published', refuse: 'refused', withdraw: 'withdrawn', revoke: 'revoked' } as const;

const broken = (field: string, rule: 'range' | 'translations'): Refused =>
  new Refused('validation', { rules: { [field]: rule } });

/** The words by language, trimmed. @throws Refused `validation` where English or a title is missing, or a language is foreign */
const readTexts = (given: Texts): Texts => {
  const texts = Object.entries(given).map(
    ([lan, { title, body }]) => [lan, { title: title.trim(), body: body.trim() }] as const,
  );
  const known = texts.every(
    ([lan, { title, body }]) => lans.some((one) => one === lan) && title !== '' && body !== '',
  );
  if (!known || !texts.some(([lan]) => lan === fallbackLan)) throw broken('texts', 'translations');
  return Object.fromEntries(texts);
};

/** The version of the terms that members accept: that of the product, and after a point that of what the operator added, "1.2". */
export const termsInForce = (house: Pick<HouseTexts, 'versionNow'>): string => {
  const own = house.versionNow('terms');
  return own === undefined ? termsVersion : `${termsVersion}.${own}`;
};

/** What the house adds to rules, terms and privacy: versions that one operator proposes and another publishes. */
export const createHouseTexts = ({ pool, clock, audit }: HouseTextOptions) => {
  const shelf = createHouseTextShelf({ pool, clock });

  const told = (row: HouseTextRow, action: Action, { operator, address }: By) => ({
    operator,
    action,
    address,
    subject: { kind: 'house_text' as const, id: row.id },
    detail: {
      kind: row.kind,
      version: row.version ?? row.based_on + 1,
      from: row.valid_from.toISOString(),
      languages: Object.keys(textsOf(row)),
    },
  });

  const withBefore = async (db: Queryable, row: HouseTextRow): Promise<FoundText> => ({
    row,
    before: await findBefore(db, row.kind, row.version ?? row.based_on + 1),
  });

  /** Why a decision was not made. */
  const whyNot = async (
    client: Queryable,
    id: string,
    { seen, decision, by }: { seen: number; decision: keyof typeof done; by: string },
  ): Promise<Refused> => {
    const row = isId(id) ? await findText(client, id) : undefined;
    if (row === undefined) return new Refused('not_found');
    if (row.revision !== seen) return new Refused('outdated');
    if (row.state !== (decision === 'revoke' ? 'published' : 'proposed'))
      return new Refused('decided_already');
    // It has come into force: only another version follows it.
    if (decision === 'revoke') return new Refused('decided_already');
    const isOwn = row.proposed_by === by;
    if (isOwn !== (decision === 'withdraw')) return new Refused(isOwn ? 'same_operator' : 'forbidden');
    const last = await selectLast(client, row.kind);
    return last.version === row.based_on ? broken('from', 'range') : new Refused('outdated');
  };

  return {
    ...shelf,

    list: (
      filter: { kind?: HouseTextKind; state?: HouseTextRow['state'] },
      page: { limit: number; offset: number },
    ) => pageOfTexts(pool, filter, page),
    newest: () => selectNewest(pool),
    /** Versions that wait for another operator. */
    waiting: () => countWaiting(pool),

    /** One version with the one it replaces. @throws Refused `not_found` */
    one: async (id: string): Promise<FoundText> => {
      const row = isId(id) ? await findText(pool, id) : undefined;
      if (row === undefined) throw new Refused('not_found');
      return withBefore(pool, row);
    },

    /**
     * Proposes the next version of a kind; the same key proposes once.
     * @throws Refused `validation`, `outdated` where another version came since the one that was seen, `key_reused`
     */
    propose: async (input: Input<'officeHouseTextAdd'>, by: By): Promise<FoundText> => {
      const texts = readTexts(input.texts);
      const from = new Date(input.from);
      const reason = input.reason.trim();
      const { kind, key, seen } = input;
      return withRetry(() =>
        transaction(pool, async (client) => {
          await takeTurn(client);
          const known = await findByKey(client, by.operator.id, key);
          if (known !== undefined) {
            const same = { kind, reason, seen, from: from.getTime(), texts };
            const was = { kind: known.kind, reason: known.reason, seen: known.based_on };
            const isSame = isDeepStrictEqual(same, {
              ...was,
              from: known.valid_from.getTime(),
              texts: textsOf(known),
            });
            if (!isSame) throw new Refused('key_reused');
            return withBefore(client, known);
          }
          const last = await selectLast(client, kind);
          if (last.version !== seen) throw new Refused('outdated');
          const earliest = clock.now().getTime() + houseTextNoticeMs;
          if (from.getTime() < earliest || (last.from !== undefined && from <= last.from)) {
            throw broken('from', 'range');
          }
          const row = await insertText(client, {
            id: newId(),
            kind,
            basedOn: seen,
            texts,
            from,
            reason,
            key,
            by: by.operator.id,
          });
          if (row === undefined) throw new Error('a proposal was not written');
          await audit(client, { ...told(row, 'house_text_proposed', by), reason });
          return withBefore(client, row);
        }),
      );
    },

    /**
     * Publishes or refuses what another operator proposed, withdraws one's own, or revokes what is not in force yet.
     * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `outdated`, `validation`, `reason_needed`
     */
    decide: async (
      { id, seen, decision, note }: Input<'officeHouseTextDecide'>,
      by: By,
    ): Promise<FoundText> => {
      const why = note?.trim() ?? '';
      if (why === '' && (decision === 'refuse' || decision === 'revoke')) throw new Refused('reason_needed');
      const found = await withRetry(() =>
        transaction(pool, async (client) => {
          await takeTurn(client);
          const given = { id, seen, by: by.operator.id, note: why === '' ? null : why };
          const row = isId(id) ? await decisions[decision](client, given) : undefined;
          if (row === undefined) {
            throw await whyNot(client, id, { seen, decision, by: by.operator.id });
          }
          const entry = told(row, `house_text_${done[decision]}`, by);
          await audit(client, { ...entry, ...(why === '' ? {} : { reason: why }) });
          return withBefore(client, row);
        }),
      );
      await shelf.refresh();
      return found;
    },
  };
};

export type HouseTexts = ReturnType<typeof createHouseTexts>;
