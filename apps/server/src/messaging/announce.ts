import type { BetNews } from '@touchline/contract/shapes/live';
import { lans } from '@touchline/locales/locales';
import { shardOf } from '../core/ids.ts';
import type { LiveHub } from '../core/live/hub.ts';
import { wordsOf, type ContentItem } from './content/item.ts';
import type { Shelf } from './content/shelf.ts';
import type { Notices } from './notices/service.ts';
import { betTemplates } from '../core/events.ts';
import type { Written } from './letters/service.ts';
import type { Restricted } from './reader.ts';

/** Announces new messages to connected members, in the language of each stream. */
export const createAnnouncer = ({
  live,
  shelf,
  notices,
  restricted,
}: {
  live: Pick<LiveHub, 'publish' | 'hears' | 'listeners' | 'tell'>;
  shelf: Pick<Shelf, 'refresh'>;
  notices: Pick<Notices, 'find' | 'inForce' | 'unread' | 'unreadOf'>;
  restricted: Restricted;
}) => {
  // Notices in force when this process started are not announced: a client that reconnects fetches them.
  let told: Set<string> | undefined;

  const tellAll = async (item: ContentItem): Promise<void> => {
    const ids = [...new Set(live.listeners().map(({ id }) => id))];
    if (ids.length === 0) return;
    const [counts, kept] = await Promise.all([
      notices.unreadOf(ids.map((memberId) => ({ memberId, shard: shardOf(memberId) }))),
      restricted(ids),
    ]);
    live.tell('notice', ({ id, lan }) => {
      const unread = counts.get(id);
      if (unread === undefined || kept.has(id)) return undefined;
      const { title } = wordsOf(item.texts, lan ?? 'en');
      return { box: 'system', id: item.id, title, unread: unread.system + unread.letter };
    });
  };

  /** Announces one letter, in the language of each stream. */
  const tellLetter = async ({ id, ...owner }: Written): Promise<void> => {
    const { memberId } = owner;
    if (!live.hears(memberId)) return;
    const { system, letter } = await notices.unread(owner);
    for (const lan of lans) {
      const found = await notices.find({ ...owner, lan }, 'letter', id);
      if (found === undefined) return;
      const data = { box: 'letter', id, title: found.title, unread: system + letter } as const;
      live.publish('notice', data, { memberId, lan });
    }
  };

  /** Announces how bets ended. The app has the words, so that one message serves all languages. */
  const tellBets = async (letters: readonly Written[]): Promise<void> => {
    const heard = letters.filter(({ memberId }) => live.hears(memberId));
    if (heard.length === 0) return;
    const counts = await notices.unreadOf(heard);
    for (const { memberId, id, template, fields = {} } of heard) {
      const { system = 0, letter = 0, bets = 0 } = counts.get(memberId) ?? {};
      const of = { id, what: template === 'bet_sold' ? 'sold' : 'settled' } as const;
      live.publish('betNews', { ...of, ...newsOf(fields), unread: system + letter, bets }, { memberId });
    }
  };

  return {
    /** Announces notices that have come into force. Each process does so for its own connections. */
    poll: async (): Promise<void> => {
      await shelf.refresh();
      const now = await notices.inForce();
      const fresh = told === undefined ? [] : now.filter(({ id }) => told?.has(id) !== true);
      told = new Set(now.map(({ id }) => id));
      for (const item of fresh) await tellAll(item);
    },

    /** Announces letters to all connections of their members. */
    letters: async (written: readonly Written[]): Promise<void> => {
      const { about = [], others = [] } = Object.groupBy(written, ({ template }) =>
        betTemplates.some((one) => one === template) ? 'about' : 'others',
      );
      await tellBets(about);
      for (const letter of others) await tellLetter(letter);
    },
  };
};

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
