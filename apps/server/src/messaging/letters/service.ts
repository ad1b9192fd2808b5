import type { Input } from '@touchline/contract/routes';
import type { ContentText } from '@touchline/contract/shapes/inbox';
import type { Lan } from '@touchline/locales/locales';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { isId, newId, shardOf } from '../../core/ids.ts';
import { invitingTemplates, type Letter } from '../../core/events.ts';
import type { Log } from '../../core/logging/log.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { By, NoteInAudit } from '../audit.ts';
import { readTexts } from '../content/check.ts';
import { wordsOf } from '../content/item.ts';
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

export type LettersOptions = {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  restricted: Restricted;
  audit: NoteInAudit;
  memberExists: (memberId: string) => Promise<boolean>;
  /** Called with the letters that were written. */
  onWritten: (written: readonly Written[]) => Promise<void>;
};

/** A stored letter and its member; without a template it is an operator's. */
export type Written = Owner & { id: string } & Partial<Pick<Letter, 'template' | 'fields'>>;
/** An automatic letter and its member. */
export type LetterTo = Owner & Letter;

/** Letters to one member: automatic ones by templates, and those that operators write. */
export const createLetters = (options: LettersOptions) => {
  const { pool, clock, log, restricted, audit, memberExists, onWritten } = options;

  const announce = async (written: readonly Written[]): Promise<void> => {
    await onWritten(written).catch((error: unknown) => log.warn({ err: error }, 'letters not announced'));
  };

  /**
   * Writes automatic letters in one statement. Restricted members get none of an inviting template, and a second letter
   * about the same event is not written.
   * @returns how many were written
   */
  const writeAll = async (letters: readonly LetterTo[]): Promise<number> => {
    const invited = letters.filter(({ template }) => invitingTemplates.includes(template));
    const kept = await restricted([...new Set(invited.map(({ memberId }) => memberId))]);
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
        at: clock.now(),
        texts: null,
        sent: undefined,
      }));
    if (fresh.length === 0) return 0;
    const written = await withRetry(() => insertLetters(pool, fresh));
    await announce(fresh.filter(({ id }) => written.has(id)));
    return written.size;
  };

  /** Writes one. @returns whether it was written */
  const write = async (owner: Owner, letter: Letter): Promise<boolean> =>
    (await writeAll([{ ...owner, ...letter }])) === 1;

  return {
    write,
    writeAll,

    /**
     * Sends a letter of an operator. Only operators of safer play may write to a restricted member.
     * @throws Refused `validation`, `not_found`, `forbidden`, `key_reused`
     */
    post: async (
      { key, member, texts: given }: Input<'officeLetterSend'>,
      { operator, address }: By,
    ): Promise<{ id: string }> => {
      const texts = readTexts(given);
      if (!isId(member) || !(await memberExists(member))) throw new Refused('not_found');
      if (!operator.roles.includes('support') && (await restricted([member])).has(member)) {
        throw new Refused('forbidden');
      }
      const owner = { shard: shardOf(member), memberId: member };
      const sent = { by: operator.id, key };
      const before = async (client: Parameters<typeof findSent>[0]): Promise<string | undefined> => {
        const found = await findSent(client, sent);
        if (found === undefined) return undefined;
        const same = found.member_id === member && isDeepStrictEqual(found.texts, texts);
        if (!same) throw new Refused('key_reused');
        return found.id;
      };
      const id = newId();
      const written = await withRetry(() =>
        transaction(pool, async (client) => {
          const known = await before(client);
          if (known !== undefined) return known;
          const letter = {
            ...owner,
            id,
            template: null,
            fields: {},
            texts,
            sent,
            at: clock.now(),
            link: undefined,
            about: undefined,
          };
          if (!(await insertLetters(client, [letter])).has(id)) return (await before(client)) ?? id;
          await audit(client, {
            operator,
            action: 'letter_sent',
            subject: { kind: 'letter', id },
            address,
            member: { id: member, shard: owner.shard },
            detail: { languages: Object.keys(texts) },
          });
          return id;
        }),
      );
      if (written === id) await announce([{ ...owner, id }]);
      return { id: written };
    },
  };
};
