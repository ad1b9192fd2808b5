import type { NoticeBox } from '@touchline/contract/kinds';
import type { Notice, Unread } from '@touchline/contract/shapes/inbox';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { isId } from '../../core/ids.ts';
import { invitingTemplates } from '../../core/letters.ts';
import { Refused } from '../../core/refusal.ts';
import { isInForce, wordsOf, type ContentItem } from '../content/item.ts';
import type { Shelf } from '../content/shelf.ts';
import {
  findLetter,
  markBetLettersRead,
  markLettersDeleted,
  markLettersRead,
  pageOfLetters,
  type LetterRow,
} from '../letters/queries.ts';
import type { LetterReader } from '../letters/service.ts';
import type { Reader, Restricted } from '../reader.ts';
import { markNoticesDeleted, markNoticesRead, selectMarks, type Marks } from './queries.ts';
import type { Owner } from '../../core/owner.ts';

type Page = { limit: number; offset: number };
/** One by its id, or all. */
type Which = { id: string } | { all: true };
/** Unread messages by box; `bets` of the letters are about results of bets. */
type UnreadOf = Unread & { bets: number };

/** The inbox of a member: notices to all members, and letters to one. */
export const createNotices = ({
  pool,
  shelf,
  clock,
  restricted,
  letters,
}: {
  pool: pg.Pool;
  shelf: Shelf;
  clock: Clock;
  restricted: Restricted;
  letters: LetterReader;
}) => {
  const isRestricted = async ({ memberId }: Owner): Promise<boolean> =>
    (await restricted([memberId])).has(memberId);

  /** Notices in force, newest first. */
  const inForce = async (): Promise<ContentItem[]> => {
    const now = clock.now();
    return (await shelf.of('notice'))
      .filter((item) => isInForce(item, now))
      .toSorted((a, b) => b.from.getTime() - a.from.getTime() || (a.id < b.id ? 1 : -1));
  };

  const marksOf = async (owner: Owner): Promise<Marks> =>
    (await selectMarks(pool, [owner])).get(owner.memberId) ?? {
      letters: 0,
      uninvitingLetters: 0,
      betLetters: 0,
      notices: new Map(),
    };

  const count = (notices: readonly ContentItem[], marks: Marks, isKept: boolean): Unread => ({
    system: isKept ? 0 : notices.reduce((n, { id }) => n + (marks.notices.has(id) ? 0 : 1), 0),
    letter: isKept ? marks.uninvitingLetters : marks.letters,
  });

  /** The number of unread messages of several members, in one query, and of those about bets. */
  const unreadOf = async (owners: readonly Owner[]): Promise<Map<string, UnreadOf>> => {
    if (owners.length === 0) return new Map();
    const [notices, marks, kept] = await Promise.all([
      inForce(),
      selectMarks(pool, owners),
      restricted(owners.map(({ memberId }) => memberId)),
    ]);
    return new Map(
      [...marks].map(([id, own]) => [id, { ...count(notices, own, kept.has(id)), bets: own.betLetters }]),
    );
  };

  const unread = async (owner: Owner): Promise<Unread> => {
    const { system = 0, letter = 0 } = (await unreadOf([owner])).get(owner.memberId) ?? {};
    return { system, letter };
  };

  const noticeToWire = (item: ContentItem, { lan }: Reader, marks: Marks): Notice => ({
    id: item.id,
    ...wordsOf(item.texts, lan),
    at: item.from.toISOString(),
    read: marks.notices.has(item.id),
    link: item.fields.link,
  });

  const systemBox = async (reader: Reader) => {
    const [notices, marks, isKept] = await Promise.all([inForce(), marksOf(reader), isRestricted(reader)]);
    return {
      shown: isKept ? [] : notices.filter(({ id }) => marks.notices.get(id) !== true),
      unread: count(notices, marks, isKept),
      marks,
    };
  };

  const letterToWire = (row: LetterRow, { lan }: Reader): Notice => ({
    id: row.id,
    ...letters.words(row, lan),
    at: row.at.toISOString(),
    read: row.read_at !== null,
    link: row.link ?? undefined,
  });

  /** Whether this member may see a letter now. */
  const hasLetter = async (owner: Owner, id: string): Promise<boolean> => {
    const row = await findLetter(pool, owner, id);
    if (row === undefined) return false;
    const invites = invitingTemplates.some((template) => template === row.template);
    return !invites || !(await isRestricted(owner));
  };

  return {
    unread,
    unreadOf,
    inForce,

    /** A page of a box, newest first. */
    list: async (
      reader: Reader,
      box: NoticeBox,
      { limit, offset }: Page,
    ): Promise<{ list: Notice[]; total: number; unread: Unread }> => {
      if (box === 'system') {
        const { shown, unread, marks } = await systemBox(reader);
        const list = shown.slice(offset, offset + limit).map((item) => noticeToWire(item, reader, marks));
        return { list, total: shown.length, unread };
      }
      const inviting = !(await isRestricted(reader));
      const { rows, total } = await pageOfLetters(pool, { ...reader, inviting }, { limit, offset });
      return { list: rows.map((row) => letterToWire(row, reader)), total, unread: await unread(reader) };
    },

    /** The newest notices and the unread counts of both boxes, for the home page. */
    newest: async (reader: Reader, n: number): Promise<{ notices: Notice[]; unread: UnreadOf }> => {
      const { shown, unread, marks } = await systemBox(reader);
      const newest = shown.slice(0, n).map((item) => noticeToWire(item, reader, marks));
      return { notices: newest, unread: { ...unread, bets: marks.betLetters } };
    },

    /** Marks one as read, or all of a box or of both. @throws Refused `not_found` */
    read: async (reader: Reader, which: Which, box: NoticeBox | undefined): Promise<Unread> => {
      const at = clock.now();
      const inviting = !(await isRestricted(reader));
      if ('all' in which) {
        if (box !== 'letter' && inviting) {
          const ids = (await inForce()).map(({ id }) => id);
          await markNoticesRead(pool, reader, { ids, at });
        }
        if (box !== 'system') {
          await markLettersRead(pool, { ...reader, inviting }, { id: undefined, at });
        }
        return unread(reader);
      }
      const { id } = which;
      if (!isId(id)) throw new Refused('not_found');
      const isNotice = box !== 'letter' && inviting && (await inForce()).some((item) => item.id === id);
      if (isNotice) await markNoticesRead(pool, reader, { ids: [id], at });
      else if (box === 'system' || (await markLettersRead(pool, { ...reader, inviting }, { id, at })) === 0) {
        throw new Refused('not_found');
      }
      return unread(reader);
    },

    /** Marks the letters about results of bets as read. */
    readBets: async (reader: Reader): Promise<Unread> => {
      await markBetLettersRead(pool, reader, clock.now());
      return unread(reader);
    },

    /** Deletes one, or all read ones of a box. Deleting a deleted one again succeeds. @throws Refused `not_found` */
    remove: async (reader: Reader, which: Which, box: NoticeBox): Promise<Unread> => {
      const at = clock.now();
      const id = 'id' in which ? which.id : undefined;
      if (id !== undefined && !isId(id)) throw new Refused('not_found');
      if (box === 'system') {
        if (id !== undefined) {
          const isThere = (await inForce()).some((item) => item.id === id);
          if (!isThere || (await isRestricted(reader))) throw new Refused('not_found');
        }
        await markNoticesDeleted(pool, reader, { id, at });
      } else if ((await markLettersDeleted(pool, reader, { id, at })) === 0 && id !== undefined) {
        throw new Refused('not_found');
      }
      return unread(reader);
    },

    /** The text of a letter or notice for this member; undefined when it is deleted or the member may not see it now. */
    find: async (
      reader: Reader,
      box: NoticeBox,
      id: string,
    ): Promise<{ title: string; body: string; link: string | undefined } | undefined> => {
      if (box === 'letter') {
        const row = (await hasLetter(reader, id)) ? await findLetter(pool, reader, id) : undefined;
        return row && { ...letters.words(row, reader.lan), link: row.link ?? undefined };
      }
      const item = (await inForce()).find((one) => one.id === id);
      if (item === undefined || (await isRestricted(reader))) return undefined;
      return { ...wordsOf(item.texts, reader.lan), link: item.fields.link };
    },
  };
};

export type Notices = ReturnType<typeof createNotices>;
