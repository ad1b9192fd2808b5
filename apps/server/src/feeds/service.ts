import { minuteMs } from '@touchline/contract/durations';
import { createNations, type Events, leagueRecord, shippedCatalogue } from '../catalogue/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/database/database.ts';
import type { Log } from '../core/logging/log.ts';
import { openApiFootball } from './api-football/open.ts';
import { createApiFeed } from './api-football/service.ts';
import { createImport, type Import } from './import/service.ts';
import { createLive, type Live } from './live/service.ts';
import { createNames, type Names } from './names/service.ts';

export type FeedsOptions = {
  config: Config;
  events: Events;
  database: Pick<Database, 'pool'>;
  clock: Clock;
  log: Log;
};

/** All feeds except the replay. Only `api` uses the network, once it is started. */
export type Feeds = {
  imports: Import;
  names: Names;
  live: Live;
  /** Undefined without a key. */
  api: ReturnType<typeof createApiFeed> | undefined;
};

/** Rates the national teams once for all feeds of the process. */
const nations = createNations();

/** Opens the feeds. The shipped results are read when something is priced for the first time. */
export const createFeeds = async (options: FeedsOptions): Promise<Feeds> => {
  const { config, events, database, clock, log } = options;
  const catalogue = await shippedCatalogue();
  const imports = createImport({
    events,
    database,
    clock,
    catalogue,
    record: leagueRecord,
    nations,
  });
  const live = createLive({ events, database, log });
  const names = createNames({ events, database, catalogue });
  const settings = openApiFootball(config, clock);
  const api =
    settings === undefined
      ? undefined
      : createApiFeed({
          api: settings.api,
          events,
          imports,
          live,
          database,
          clock,
          log,
          random: Math.random,
          config: {
            leagues: settings.leagues,
            bookmaker: settings.bookmaker,
            liveMs: config.FEED_API_LIVE_SECONDS * 1_000,
            surveyMs: config.FEED_API_SURVEY_MINUTES * minuteMs,
            addsByItself: config.FEED_API_ADDS,
          },
        });
  return { imports, names, live, api };
};
