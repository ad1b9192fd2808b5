import { lans } from '@touchline/locales/locales';
import { shardOf } from '../platform/ids.ts';
import type { LiveHub } from '../platform/live/hub.ts';
import { wordsOf, type ContentItem } from './content/item.ts';
import type { Shelf } from './content/shelf.ts';
import type { Notices } from './notices/service.ts';
import type { Restricted } from './reader.ts';
import type { Owner } from '../platform/owner.ts';

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

  return {
    /** Announces notices that have come into force. Each process does so for its own connections. */
    poll: async (): Promise<void> => {
      await shelf.refresh();
      const now = await notices.inForce();
      const fresh = told === undefined ? [] : now.filter(({ id }) => told?.has(id) !== true);
      told = new Set(now.map(({ id }) => id));
      for (const item of fresh) await tellAll(item);
    },

    /** Announces a letter to all connections of its member. */
    letter: async (owner: Owner, id: string): Promise<void> => {
      const { memberId } = owner;
      if (!live.hears(memberId)) return;
      const { system, letter } = await notices.unread(owner);
      for (const lan of lans) {
        const found = await notices.find({ ...owner, lan }, 'letter', id);
        if (found === undefined) return;
        const data = { box: 'letter', id, title: found.title, unread: system + letter } as const;
        live.publish('notice', data, { memberId, lan });
      }
    },
  };
};
