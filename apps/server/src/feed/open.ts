import type { Events } from '../book/events/service.ts';
import type { Ground, Room } from '../platform/room.ts';
import { readFeedFigures } from './figures.ts';
import { createReplay } from './replay/service.ts';
import { createFeeds } from './service.ts';

/** Opens the feeds: the replay, the provider with a key, and files that operators bring. */
export const openFeed = async (
  { connections: { feed, background }, config, clock, log }: Ground,
  { events }: { events: Events },
) => {
  const feeds = await createFeeds({ config, events, database: feed, clock, log });
  const replay = config.REPLAY
    ? createReplay({
        events,
        database: feed,
        clock,
        log,
        config: { speed: config.REPLAY_SPEED, seed: config.REPLAY_SEED },
      })
    : undefined;
  return {
    service: { imports: feeds.imports, names: feeds.names, replay: replay?.describe() },
    figures: { stored: () => readFeedFigures(background.pool) },
    start: async (enter) => {
      enter('replay');
      await replay?.start();
      feeds.api?.start();
    },
    stop: async () => {
      await feeds.api?.stop();
      await replay?.stop();
    },
  } satisfies Room;
};
