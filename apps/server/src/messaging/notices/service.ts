import type { NoticeBox } from '@touchline/contract/kinds';
import type { Notice, Unread } from '@touchline/contract/shapes/inbox';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { isId } from '../../core/ids.ts';
import { invitingTemplates } from '../../core/events.ts';
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

const count = (notices: readonly ContentItem[], marks: Marks, isKept: boolean): Unread => ({
  system: isKept ? 0 : notices.reduce((n, { id }) => n + (marks.notices.has(id) ? 0 : 1), 0),
  letter: isKept ? marks.uninvitingLetters : marks.letters,
});

const noticeToWire = (item: ContentItem, { lan }: Reader, marks: Marks): Notice => ({
  id: item.id,
  ...wordsOf(item.texts, lan),
  at: item.from.toISOString(),
  read: marks.notices.has(item.id),
  link: item.fields.link,
});

/** The inbox of a member: notices to all members, and letters to one. */
export class Notices {
  readonly #pool: pg.Pool;
  readonly #shelf: Shelf;
  readonly #clock: Clock;
  readonly #restricted: Restricted;
  readonly #letters: LetterReader;

  constructor({
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
  }) {
    this.#pool = pool;
    this.#shelf = shelf;
    this.#clock = clock;
    this.#restricted = restricted;
    this.#letters = letters;
  }

  async unread(owner: Owner): Promise<Unread> {
    const { system = 0, letter = 0 } = (await this.unreadOf([owner])).get(owner.memberId) ?? {};
    return { system, letter };
  }

  /** The number of unread messages of several members, in one query, and of those about bets. */
  async unreadOf(owners: readonly Owner[]): Promise<Map<string, UnreadOf>> {
    if (owners.length === 0) return new Map();
    const [notices, marks, kept] = await Promise.all([
      this.inForce(),
      selectMarks(this.#pool, owners),
      this.#restricted(owners.map(({ memberId }) => memberId)),
    ]);
    return new Map(
      [...marks].map(([id, own]) => [id, { ...count(notices, own, kept.has(id)), bets: own.betLetters }]),
    );
  }

  /** Notices in force, newest first. */
  async inForce(): Promise<ContentItem[]> {
    const now = this.#clock.now();
    return (await this.#shelf.of('notice'))
      .filter((item) => isInForce(item, now))
      .toSorted((a, b) => b.from.getTime() - a.from.getTime() || (a.id < b.id ? 1 : -1));
  }

  /** A page of a box, newest first. */
  async list(
    reader: Reader,
    box: NoticeBox,
    { limit, offset }: Page,
  ): Promise<{ list: Notice[]; total: number; unread: Unread }> {
    if (box === 'system') {
      const { shown, unread, marks } = await this.#systemBox(reader);
      const list = shown.slice(offset, offset + limit).map((item) => noticeToWire(item, reader, marks));
      return { list, total: shown.length, unread };
    }
    const inviting = !(await this.#isRestricted(reader));
    const { rows, total } = await pageOfLetters(this.#pool, { ...reader, inviting }, { limit, offset });
    return {
      list: rows.map((row) => this.#letterToWire(row, reader)),
      total,
      unread: await this.unread(reader),
    };
  }

  /** The newest notices and the unread counts of both boxes, for the home page. */
  async newest(reader: Reader, n: number): Promise<{ notices: Notice[]; unread: UnreadOf }> {
    const { shown, unread, marks } = await this.#systemBox(reader);
    const newest = shown.slice(0, n).map((item) => noticeToWire(item, reader, marks));
    return { notices: newest, unread: { ...unread, bets: marks.betLetters } };
  }

  /** Marks one as read, or all of a box or of both. @throws Refused `not_found` */
  async read(reader: Reader, which: Which, box: NoticeBox | undefined): Promise<Unread> {
    const at = this.#clock.now();
    const inviting = !(await this.#isRestricted(reader));
    if ('all' in which) {
      if (box !== 'letter' && inviting) {
        const ids = (await this.inForce()).map(({ id }) => id);
        await markNoticesRead(this.#pool, reader, { ids, at });
      }
      if (box !== 'system') {
        await markLettersRead(this.#pool, { ...reader, inviting }, { id: undefined, at });
      }
      return this.unread(reader);
    }
    const { id } = which;
    if (!isId(id)) throw new Refused('not_found');
    const isNotice = box !== 'letter' && inviting && (await this.inForce()).some((item) => item.id === id);
    if (isNotice) await markNoticesRead(this.#pool, reader, { ids: [id], at });
    else if (
      box === 'system' ||
      (await markLettersRead(this.#pool, { ...reader, inviting }, { id, at })) === 0
    ) {
      throw new Refused('not_found');
    }
    return this.unread(reader);
  }

  /** Marks the letters about results of bets as read. */
  async readBets(reader: Reader): Promise<Unread> {
    await markBetLettersRead(this.#pool, reader, this.#clock.now());
    return this.unread(reader);
  }

  /** Deletes one, or all read ones of a box. Deleting a deleted one again succeeds. @throws Refused `not_found` */
  async remove(reader: Reader, which: Which, box: NoticeBox): Promise<Unread> {
    const at = this.#clock.now();
    const id = 'id' in which ? which.id : undefined;
    if (id !== undefined && !isId(id)) throw new Refused('not_found');
    if (box === 'system') {
      if (id !== undefined) {
        const isThere = (await this.inForce()).some((item) => item.id === id);
        if (!isThere || (await this.#isRestricted(reader))) throw new Refused('not_found');
      }
      await markNoticesDeleted(this.#pool, reader, { id, at });
    } else if ((await markLettersDeleted(this.#pool, reader, { id, at })) === 0 && id !== undefined) {
      throw new Refused('not_found');
    }
    return this.unread(reader);
  }

  /** The text of a letter or notice for this member; undefined when it is deleted or the member may not see it now. */
  async find(
    reader: Reader,
    box: NoticeBox,
    id: string,
  ): Promise<{ title: string; body: string; link: string | undefined } | undefined> {
    if (box === 'letter') {
      const row = (await this.#hasLetter(reader, id)) ? await findLetter(this.#pool, reader, id) : undefined;
      return row && { ...this.#letters.words(row, reader.lan), link: row.link ?? undefined };
    }
    const item = (await this.inForce()).find((one) => one.id === id);
    if (item === undefined || (await this.#isRestricted(reader))) return undefined;
    return { ...wordsOf(item.texts, reader.lan), link: item.fields.link };
  }

  async #isRestricted({ memberId }: Owner): Promise<boolean> {
    return (await this.#restricted([memberId])).has(memberId);
  }

  async #marksOf(owner: Owner): Promise<Marks> {
    return (
      (await selectMarks(this.#pool, [owner])).get(owner.memberId) ?? {
        letters: 0,
        uninvitingLetters: 0,
        betLetters: 0,
        notices: new Map(),
      }
    );
  }

  async #systemBox(reader: Reader) {
    const [notices, marks, isKept] = await Promise.all([
      this.inForce(),
      this.#marksOf(reader),
      this.#isRestricted(reader),
    ]);
    return {
      shown: isKept ? [] : notices.filter(({ id }) => marks.notices.get(id) !== true),
      unread: count(notices, marks, isKept),
      marks,
    };
  }

  #letterToWire(row: LetterRow, { lan }: Reader): Notice {
    return {
      id: row.id,
      ...this.#letters.words(row, lan),
      at: row.at.toISOString(),
      read: row.read_at !== null,
      link: row.link ?? undefined,
    };
  }

  /** Whether this member may see a letter now. */
  async #hasLetter(owner: Owner, id: string): Promise<boolean> {
    const row = await findLetter(this.#pool, owner, id);
    if (row === undefined) return false;
    const invites = invitingTemplates.some((template) => template === row.template);
    return !invites || !(await this.#isRestricted(owner));
  }
}
