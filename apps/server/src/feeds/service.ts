import { minuteMs } from '@touchline/contract/durations';
import { type Events, leagueRecord, RatedNations, shippedCatalogue } from '../catalogue/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import type { Database } from '../core/database/database.ts';
import type { Log } from '../core/logging/log.ts';
import { openApiFootball } from './api-football/open.ts';
import { ApiFeed } from './api-football/service.ts';
import { Imports } from './import/service.ts';
import { LiveReports } from './live/service.ts';
import { FeedNames } from './names/service.ts';

/** All feeds except the replay. Only `api` uses the network, once it is started. */
export type Feeds = {
  imports: Imports;
  names: FeedNames;
  live: LiveReports;
  /** Undefined without a key. */
  api: ApiFeed | undefined;
};

/** Rates the national teams once for all feeds of the process. */
const nations = new RatedNations();

/** Opens the feeds. The shipped results are read when something is priced for the first time. */
export const createFeeds = async ({
  config,
  events,
  database,
  clock,
  log,
}: {
  config: Config;
  events: Events;
  database: Pick<Database, 'pool'>;
  clock: Clock;
  log: Log;
}): Promise<Feeds> => {
  const catalogue = await shippedCatalogue();
  const imports = new Imports({
    events,
    database,
    clock,
    catalogue,
    record: leagueRecord,
    nations,
  });
  const live = new LiveReports({ events, database, log });
  const names = new FeedNames({ events, database, catalogue });
  const settings = openApiFootball(config, clock);
  const api =
    settings === undefined
      ? undefined
      : new ApiFeed({
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
