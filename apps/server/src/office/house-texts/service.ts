import type { Input } from '@touchline/contract/routes';
import {
  houseTextKinds,
  houseTextNoticeMs,
  type HouseTextKind,
} from '@touchline/contract/shapes/house-texts';
import { termsVersion } from '@touchline/contract/terms';
import { fallbackLan, lans } from '@touchline/locales/locales';
import type pg from 'pg';
import { Type, type Static } from 'typebox';
import type { Operator } from '../../core/handler.ts';
import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../../core/database/database.ts';
import { isId } from '../../core/ids.ts';
import { Proposals, type Proposal } from '../../core/proposals/service.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import {
  countWaiting,
  findBefore,
  findText,
  insertVersion,
  pageOfTexts,
  revokeVersion,
  selectLast,
  selectNewest,
  takeTurn,
} from './queries.ts';
import { TextsByLanguage, textsOf, type HouseTextRow } from './row.ts';
import { HouseTextShelf } from './shelf.ts';

type By = { operator: Operator; address: string };
type Action = `house_text_${'proposed' | 'published' | 'refused' | 'withdrawn' | 'revoked'}`;

/** Writes a line of the audit log within the transaction of the change. */
type NoteInAudit = (
  client: Queryable,
  entry: {
    operator: { id: string };
    action: Action;
    subject: { kind: 'house_text'; id: string };
    detail: Record<string, string | number | readonly string[]>;
    reason?: string | undefined;
    address: string;
  },
) => Promise<void>;

export type HouseTextOptions = { pool: pg.Pool; clock: Clock; audit: NoteInAudit };
export type FoundText = { row: HouseTextRow; before: HouseTextRow | undefined };

const Body = Type.Object({
  kind: Type.Enum([...houseTextKinds]),
  texts: TextsByLanguage,
  /** The time when it takes effect. */
  from: Type.String(),
});
type TextProposal = Proposal<Static<typeof Body>>;

const actions = {
  proposed: 'house_text_proposed',
  applied: 'house_text_published',
  refused: 'house_text_refused',
  withdrawn: 'house_text_withdrawn',
} as const;

const broken = (field: string, rule: 'range' | 'translations'): Refused =>
  new Refused('validation', { rules: { [field]: rule } });

/** The words by language, trimmed. @throws Refused `validation` where English or a title is missing, or a language is foreign */
const readTexts = (given: TextsByLanguage): TextsByLanguage => {
  const texts = Object.entries(given).map(
    ([lan, { title, body }]) => [lan, { title: title.trim(), body: body.trim() }] as const,
  );
  const known = texts.every(
    ([lan, { title, body }]) => lans.some((one) => one === lan) && title !== '' && body !== '',
  );
  if (!known || !texts.some(([lan]) => lan === fallbackLan)) throw broken('texts', 'translations');
  return Object.fromEntries(texts);
};

/** The version of the terms that members accept, "1.2": that of the product, a point, and that of the house text. */
export const termsInForce = (house: Pick<HouseTexts, 'versionNow'>): string => {
  const own = house.versionNow('terms');
  return own === undefined ? termsVersion : `${termsVersion}.${own}`;
};

const basedOn = ({ subject_version: seen }: TextProposal): number => seen ?? 0;

const withBefore = async (db: Queryable, row: HouseTextRow): Promise<FoundText> => ({
  row,
  before: await findBefore(db, row.kind, row.version ?? row.based_on + 1),
});

/** The operator's additions to rules, terms and privacy: versions that one operator proposes and another publishes. */
export class HouseTexts extends HouseTextShelf {
  readonly #pool: pg.Pool;
  readonly #audit: NoteInAudit;
  readonly #proposals;

  constructor({ pool, clock, audit }: HouseTextOptions) {
    super({ pool, clock });
    this.#pool = pool;
    this.#audit = audit;
    this.#proposals = new Proposals({
      pool,
      kind: 'house_text',
      schema: Body,
      now: () => clock.now(),
      enter: async (client, _by: By) => {
        await takeTurn(client);
        return { isAlone: false };
      },
      judge: async (client, proposal) => {
        const from = new Date(proposal.body.from);
        const last = await selectLast(client, proposal.body.kind);
        if (last.version !== basedOn(proposal)) throw new Refused('outdated');
        const earliest = clock.now().getTime() + houseTextNoticeMs;
        if (from.getTime() < earliest || (last.from !== undefined && from <= last.from)) {
          throw broken('from', 'range');
        }
      },
      apply: async (client, proposal) => {
        const { kind, texts, from } = proposal.body;
        const version = { id: proposal.id, kind, basedOn: basedOn(proposal), texts, from };
        if (await insertVersion(client, version)) return;
        const last = await selectLast(client, kind);
        throw last.version === basedOn(proposal) ? broken('from', 'range') : new Refused('outdated');
      },
      note: async (client, proposal, event, by) => {
        if (by === undefined || event === 'expired') return;
        const { kind, texts, from } = proposal.body;
        const reason = event === 'proposed' ? proposal.reason : (proposal.note ?? undefined);
        await this.#note(
          client,
          { id: proposal.id, kind, version: basedOn(proposal) + 1, from: new Date(from), texts },
          { action: actions[event], reason, by },
        );
      },
    });
  }

  /** The version of the terms that members accept. */
  readonly termsInForce = (): string => termsInForce(this);

  /** The version of the additions to the rules at a time; undefined before the first. */
  readonly rulesAt = (time: Date): Promise<string | undefined> => this.versionAt('rules', time);

  list(
    filter: { kind?: HouseTextKind; state?: HouseTextRow['state'] },
    page: { limit: number; offset: number },
  ) {
    return pageOfTexts(this.#pool, filter, page);
  }

  newest() {
    return selectNewest(this.#pool);
  }

  /** Pending versions. */
  waiting() {
    return countWaiting(this.#pool);
  }

  /** One version with the one it replaces. @throws Refused `not_found` */
  async one(id: string): Promise<FoundText> {
    const row = isId(id) ? await findText(this.#pool, id) : undefined;
    if (row === undefined) throw new Refused('not_found');
    return withBefore(this.#pool, row);
  }

  /**
   * Proposes the next version of a kind; the same key proposes once.
   * @throws Refused `validation`, `outdated` where there is a newer version than the operator saw, `key_reused`
   */
  async propose(input: Input<'officeHouseTextAdd'>, by: By): Promise<FoundText> {
    const { kind, key, seen } = input;
    const body = { kind, texts: readTexts(input.texts), from: new Date(input.from).toISOString() };
    const wish = { subject: { version: seen }, key, body, reason: input.reason };
    return this.one((await this.#proposals.propose(wish, by)).proposal.id);
  }

  /**
   * Publishes or rejects a version that another operator proposed, withdraws an own one, or revokes a scheduled one.
   * @throws Refused `not_found`, `same_operator`, `forbidden`, `decided_already`, `outdated`, `validation`, `reason_needed`
   */
  async decide({ id, seen, decision, note }: Input<'officeHouseTextDecide'>, by: By): Promise<FoundText> {
    const why = note?.trim() ?? '';
    if (why === '' && (decision === 'refuse' || decision === 'revoke')) throw new Refused('reason_needed');
    let found: FoundText;
    if (decision === 'revoke') {
      found = await this.#revoke({ id, seen, why }, by);
    } else {
      const decided = await this.#proposals.decide(
        { id, version: seen, decision: decision === 'publish' ? 'apply' : decision, note: why },
        by,
      );
      // The caller's page is older than the decision.
      if (!decided.isNew) throw new Refused('outdated');
      found = await this.one(id);
    }
    await this.refresh();
    return found;
  }

  #note(
    client: Queryable,
    of: { id: string; kind: HouseTextKind; version: number; from: Date; texts: TextsByLanguage },
    { action, reason, by: { operator, address } }: { action: Action; reason: string | undefined; by: By },
  ): Promise<void> {
    return this.#audit(client, {
      operator,
      action,
      address,
      subject: { kind: 'house_text', id: of.id },
      detail: {
        kind: of.kind,
        version: of.version,
        from: of.from.toISOString(),
        languages: Object.keys(of.texts),
      },
      reason,
    });
  }

  /**
   * Revokes a published version that is not in force yet.
   * @throws Refused `not_found`, `outdated`, `decided_already`
   */
  #revoke({ id, seen, why }: { id: string; seen: number; why: string }, by: By): Promise<FoundText> {
    return withRetry(() =>
      transaction(this.#pool, async (client) => {
        await takeTurn(client);
        const row = isId(id) ? await findText(client, id) : undefined;
        if (row === undefined) throw new Refused('not_found');
        if (row.revision !== seen) throw new Refused('outdated');
        const isRevoked =
          row.state === 'published' && (await revokeVersion(client, { id, by: by.operator.id, why }));
        // A version in force cannot be revoked; another version can only follow it.
        if (!isRevoked) throw new Refused('decided_already');
        const of = {
          id,
          kind: row.kind,
          version: row.version ?? row.based_on + 1,
          from: row.valid_from,
          texts: textsOf(row),
        };
        await this.#note(client, of, { action: 'house_text_revoked', reason: why, by });
        return withBefore(client, (await findText(client, id)) ?? row);
      }),
    );
  }
}
