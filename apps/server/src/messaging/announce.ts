import type { BetNews } from '@touchline/contract/shapes/live';
import { lans } from '@touchline/locales/locales';
import { shardOf } from '../core/ids.ts';
import type { LiveHub } from '../core/live/hub.ts';
import { wordsOf, type ContentItem } from './content/item.ts';
import type { Shelf } from './content/shelf.ts';
import type { Notices } from './notices/service.ts';
import { betTemplates } from '../core/events.ts';
import type { WrittenLetter } from './letters/service.ts';
import type { Restricted } from './reader.ts';

/** Announces new messages to connected members, in the language of each stream. */
export class Announcer {
  readonly #live: LiveHub;
  readonly #shelf: Shelf;
  readonly #notices: Notices;
  readonly #restricted: Restricted;
  /**
   * Notices that were in force at the last poll. Those in force when this process started are not announced: a client that
   * reconnects fetches them.
   */
  #known: Set<string> | undefined;

  constructor({
    live,
    shelf,
    notices,
    restricted,
  }: {
    live: LiveHub;
    shelf: Shelf;
    notices: Notices;
    restricted: Restricted;
  }) {
    this.#live = live;
    this.#shelf = shelf;
    this.#notices = notices;
    this.#restricted = restricted;
  }

  /** Announces notices that have come into force. Each process does so for its own connections. */
  async poll(): Promise<void> {
    await this.#shelf.refresh();
    const now = await this.#notices.inForce();
    const known = this.#known;
    const fresh = known === undefined ? [] : now.filter(({ id }) => !known.has(id));
    this.#known = new Set(now.map(({ id }) => id));
    for (const item of fresh) await this.#notice(item);
  }

  /** Announces letters to all connections of their members. */
  async letters(written: readonly WrittenLetter[]): Promise<void> {
    const { about = [], others = [] } = Object.groupBy(written, ({ template }) =>
      betTemplates.some((one) => one === template) ? 'about' : 'others',
    );
    await this.#bets(about);
    for (const letter of others) await this.#letter(letter);
  }

  /** Announces a notice to all who are connected. */
  async #notice(item: ContentItem): Promise<void> {
    const ids = [...new Set(this.#live.listeners().map(({ id }) => id))];
    if (ids.length === 0) return;
    const [counts, kept] = await Promise.all([
      this.#notices.unreadOf(ids.map((memberId) => ({ memberId, shard: shardOf(memberId) }))),
      this.#restricted(ids),
    ]);
    this.#live.tell('notice', ({ id, lan }) => {
      const unread = counts.get(id);
      if (unread === undefined || kept.has(id)) return undefined;
      const { title } = wordsOf(item.texts, lan ?? 'en');
      return { box: 'system', id: item.id, title, unread: unread.system + unread.letter };
    });
  }

  /** Announces one letter, in the language of each stream. */
  async #letter({ id, ...owner }: WrittenLetter): Promise<void> {
    const { memberId } = owner;
    if (!this.#live.hears(memberId)) return;
    const { system, letter } = await this.#notices.unread(owner);
    for (const lan of lans) {
      const found = await this.#notices.find({ ...owner, lan }, 'letter', id);
      if (found === undefined) return;
      const data = { box: 'letter', id, title: found.title, unread: system + letter } as const;
      this.#live.publish('notice', data, { memberId, lan });
    }
  }

  /** Announces how bets ended. The app has the words, so that one message serves all languages. */
  async #bets(letters: readonly WrittenLetter[]): Promise<void> {
    const heard = letters.filter(({ memberId }) => this.#live.hears(memberId));
    if (heard.length === 0) return;
    const counts = await this.#notices.unreadOf(heard);
    for (const { memberId, id, template, fields = {} } of heard) {
      const { system = 0, letter = 0, bets = 0 } = counts.get(memberId) ?? {};
      const of = { id, what: template === 'bet_sold' ? 'sold' : 'settled' } as const;
      this.#live.publish(
        'betNews',
        { ...of, ...newsOf(fields), unread: system + letter, bets },
        { memberId },
      );
    }
  }
}

const states = ['win', 'lose', 'refund', 'part'] as const;

/** The fields of a letter about bets, as the live stream has them. */
const newsOf = (
  fields: Readonly<Record<string, string | undefined>>,
): Omit<BetNews, 'id' | 'what' | 'unread' | 'bets'> => {
  const side = (name: string | undefined, flag: string | undefined) =>
    name === undefined ? undefined : { name, flag };
  const [home, away] = [side(fields['home'], fields['homeFlag']), side(fields['away'], fields['awayFlag'])];
  const { bet, more } = fields;
  const state = states.find((one) => one === fields['state']);
  return {
    count: Number(fields['count'] ?? '1'),
    paid: fields['amount'] ?? '0',
    bet,
    state,
    home,
    away,
    more: more === undefined ? undefined : Number(more),
  };
};
