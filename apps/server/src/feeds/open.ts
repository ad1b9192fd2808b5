import type { Events } from '../catalogue/index.ts';
import { statement } from '../core/database/database.ts';
import type { QueueRow } from '../core/metrics/stored-metrics.ts';
import type { Context, Module } from '../core/module.ts';
import { Replay } from './replay/service.ts';
import { createFeeds } from './service.ts';

/** What feeds have said and is not believed without a person. */
const openFlags = statement(
  'figures-flags',
  'select count(*)::int as total, min(opened_at) as oldest from feed_flag where closed_at is null',
);

/** Opens the feeds: the replay, the provider with a key, and files that operators bring. */
export const openFeed = async (
  { connections: { feed, background }, config, clock, log }: Context,
  { events }: { events: Events },
) => {
  const feeds = await createFeeds({ config, events, database: feed, clock, log });
  const replay = config.REPLAY
    ? new Replay({
        events,
        database: feed,
        clock,
        log,
        config: { speed: config.REPLAY_SPEED, seed: config.REPLAY_SEED },
      })
    : undefined;
  return {
    service: { imports: feeds.imports, names: feeds.names, replay: replay?.describe() },
    stored: { queues: { feed_flags: () => background.pool.query<QueueRow>(openFlags([])) } },
    start: async (enter) => {
      enter('replay');
      await replay?.start();
      feeds.api?.start();
    },
    stop: async () => {
      await feeds.api?.stop();
      await replay?.stop();
    },
  } satisfies Module;
};
