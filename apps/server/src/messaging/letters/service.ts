import type { Input } from '@touchline/contract/routes';
import type { ContentText } from '@touchline/contract/shapes/inbox';
import type { Lan } from '@touchline/locales/locales';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import type { Queryable } from '../../core/database/database.ts';
import { isId, newId, shardOf } from '../../core/ids.ts';
import { invitingTemplates, type Letter } from '../../core/events.ts';
import type { Log } from '../../core/logging/log.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { By, NoteInAudit } from '../audit.ts';
import { readTexts } from '../content/check.ts';
import { wordsOf, type Texts } from '../content/item.ts';
import type { Restricted } from '../reader.ts';
import { findSent, insertLetters, type LetterRow } from './queries.ts';
import { isTemplate, letterWords, type LetterSite } from './words.ts';
import type { Owner } from '../../core/owner.ts';

/** Writes the texts of letters. */
export type LetterReader = { words(row: LetterRow, lan: Lan): ContentText };

export const createLetterReader = (site: LetterSite): LetterReader => ({
  words: ({ template, fields, texts }, lan) => {
    if (texts !== null) return wordsOf(texts, lan);
    // A newer server wrote it, and this one does not have its text yet.
    if (template === null || !isTemplate(template)) return { title: site.name, body: '' };
    return letterWords(template, fields, lan, site);
  },
});

/** A stored letter and its member; without a template it is an operator's. */
export type WrittenLetter = Owner & { id: string } & Partial<Pick<Letter, 'template' | 'fields'>>;
/** An automatic letter and its member. */
export type LetterTo = Owner & Letter;

/** A letter of an operator, before it is written. */
type OperatorLetter = Owner & { id: string; texts: Texts; sent: { by: string; key: string } };

/** Letters to one member: automatic ones by templates, and those that operators write. */
export class Letters {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #restricted: Restricted;
  readonly #audit: NoteInAudit;
  readonly #memberExists: (memberId: string) => Promise<boolean>;
  readonly #onWritten: (written: readonly WrittenLetter[]) => Promise<void>;

  constructor(of: {
    pool: pg.Pool;
    clock: Clock;
    log: Log;
    restricted: Restricted;
    audit: NoteInAudit;
    memberExists: (memberId: string) => Promise<boolean>;
    /** Called with the letters that were written. */
    onWritten: (written: readonly WrittenLetter[]) => Promise<void>;
  }) {
    this.#pool = of.pool;
    this.#clock = of.clock;
    this.#log = of.log;
    this.#restricted = of.restricted;
    this.#audit = of.audit;
    this.#memberExists = of.memberExists;
    this.#onWritten = of.onWritten;
  }

  /** Writes one. @returns whether it was written */
  async write(owner: Owner, letter: Letter): Promise<boolean> {
    return (await this.writeAll([{ ...owner, ...letter }])) === 1;
  }

  /**
   * Writes automatic letters in one statement. Restricted members get none of an inviting template, and a second letter
   * about the same event is not written.
   * @returns how many were written
   */
  async writeAll(letters: readonly LetterTo[]): Promise<number> {
    const invited = letters.filter(({ template }) => invitingTemplates.includes(template));
    const kept = await this.#restricted([...new Set(invited.map(({ memberId }) => memberId))]);
    // The ids are made before the first try, so that a retry writes no second letters.
    const fresh = letters
      .filter((letter) => !(invitingTemplates.includes(letter.template) && kept.has(letter.memberId)))
      .map(({ shard, memberId, template, fields = {}, link, about }) => ({
        shard,
        memberId,
        id: newId(),
        template,
        fields,
        link,
        about,
        at: this.#clock.now(),
        texts: null,
        sent: undefined,
      }));
    if (fresh.length === 0) return 0;
    const written = await withRetry(() => insertLetters(this.#pool, fresh));
    await this.#announce(fresh.filter(({ id }) => written.has(id)));
    return written.size;
  }

  /**
   * Sends a letter of an operator. Only operators of safer play may write to a restricted member.
   * @throws Refused `validation`, `not_found`, `forbidden`, `key_reused`
   */
  async post({ key, member, texts: given }: Input<'officeLetterSend'>, by: By): Promise<{ id: string }> {
    const { operator } = by;
    const texts = readTexts(given);
    if (!isId(member) || !(await this.#memberExists(member))) throw new Refused('not_found');
    if (!operator.roles.includes('support') && (await this.#restricted([member])).has(member)) {
      throw new Refused('forbidden');
    }
    const owner = { shard: shardOf(member), memberId: member };
    const letter = { ...owner, id: newId(), texts, sent: { by: operator.id, key } };
    const id = await withRetry(() =>
      transaction(this.#pool, (client) => this.#writeOnce(client, letter, by)),
    );
    if (id === letter.id) await this.#announce([{ ...owner, id }]);
    return { id };
  }

  /**
   * Writes a letter of an operator, unless there is one of its key.
   * @returns the id of the one of its key
   * @throws Refused `key_reused`
   */
  async #writeOnce(client: Queryable, letter: OperatorLetter, { operator, address }: By): Promise<string> {
    const known = await findRepeated(client, letter);
    if (known !== undefined) return known;
    const { shard, memberId, id, texts } = letter;
    const row = {
      ...letter,
      template: null,
      fields: {},
      at: this.#clock.now(),
      link: undefined,
      about: undefined,
    };
    if (!(await insertLetters(client, [row])).has(id)) return (await findRepeated(client, letter)) ?? id;
    await this.#audit(client, {
      operator,
      action: 'letter_sent',
      subject: { kind: 'letter', id },
      address,
      member: { id: memberId, shard },
      detail: { languages: Object.keys(texts) },
    });
    return id;
  }

  async #announce(written: readonly WrittenLetter[]): Promise<void> {
    await this.#onWritten(written).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'letters not announced'),
    );
  }
}

/** The letter that was sent under the key before; undefined when it is new. @throws Refused `key_reused` */
const findRepeated = async (
  client: Queryable,
  { memberId, texts, sent }: OperatorLetter,
): Promise<string | undefined> => {
  const found = await findSent(client, sent);
  if (found === undefined) return undefined;
  const same = found.member_id === memberId && isDeepStrictEqual(found.texts, texts);
  if (!same) throw new Refused('key_reused');
  return found.id;
};
