import type { Input } from '@touchline/contract/routes';
import type { ContentText } from '@touchline/contract/shapes/inbox';
import type { Lan } from '@touchline/locales/locales';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { isId, newId, shardOf } from '../../platform/ids.ts';
import { invitingTemplates, type Letter, type SendLetter } from '../../platform/letters.ts';
import type { Log } from '../../platform/log.ts';
import { Refused } from '../../platform/refusal.ts';
import { transaction, withRetry } from '../../platform/transaction.ts';
import type { By, NoteInAudit } from '../audit.ts';
import { readTexts } from '../content/check.ts';
import { wordsOf } from '../content/item.ts';
import type { Owner, Restricted } from '../reader.ts';
import { findSent, insertLetter, type LetterRow } from './queries.ts';
import { isTemplate, letterWords, type LetterSite } from './words.ts';

/** Puts letters into words. */
export type LetterReader = { words(row: LetterRow, lan: Lan): ContentText };

export const createLetterReader = (site: LetterSite): LetterReader => ({
  words: ({ template, fields, texts }, lan) => {
    if (texts !== null) return wordsOf(texts, lan);
    // Written by a newer server than this one: there are no words for it here yet.
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
  /** Told of a letter that was written. */
  onWritten: (owner: Owner, id: string) => Promise<void>;
};

/** Letters to one member: of the house by templates, and of operators in their own words. */
export const createLetters = (options: LettersOptions) => {
  const { pool, clock, log, restricted, audit, memberExists, onWritten } = options;
  const underWay = new Set<Promise<void>>();

  const announce = async (owner: Owner, id: string): Promise<void> => {
    await onWritten(owner, id).catch((error: unknown) => log.warn({ err: error }, 'a letter not announced'));
  };

  /**
   * Writes a letter of the house. One of an inviting template is not written to a member who is kept from playing.
   * @returns whether it was written: one about the same may have been before
   */
  const write = async (owner: Owner, { template, fields = {}, link, about }: Letter): Promise<boolean> => {
    const { shard, memberId } = owner;
    if (invitingTemplates.includes(template) && (await restricted([memberId])).has(memberId)) return false;
    // The id is made before the first try, so that a lost answer to the second writes no other.
    const id = newId();
    const written = await withRetry(() =>
      insertLetter(pool, {
        ...{ shard, memberId, id, template, fields, link, about, at: clock.now() },
        ...{ texts: null, sent: undefined },
      }),
    );
    if (written) await announce(owner, id);
    return written;
  };

  const send: SendLetter = (owner, letter) => {
    const work = write(owner, letter)
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error, template: letter.template }, 'a letter not written'))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  };

  return {
    write,
    send,
    /** Waits for the letters under way. */
    drain: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay);
    },

    /**
     * Sends a letter of an operator. To a member who is kept from playing only those write who look after safer play.
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
          const isNew = await insertLetter(client, {
            ...{ ...owner, id, template: null, fields: {}, texts, sent, at: clock.now() },
            ...{ link: undefined, about: undefined },
          });
          if (!isNew) return (await before(client)) ?? id;
          await audit(client, {
            ...{ operator, action: 'letter_sent', subject: { kind: 'letter', id }, address },
            ...{ member: { id: member, shard: owner.shard }, detail: { languages: Object.keys(texts) } },
          });
          return id;
        }),
      );
      if (written === id) await announce(owner, id);
      return { id: written };
    },
  };
};
