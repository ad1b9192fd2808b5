import type { Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config/config.ts';
import { JsonClient } from '../asking/get-json.ts';
import { ApiFootball, type League } from './api.ts';

/** An answer must arrive within this, so that silence is noticed before the next call. */
const TIMEOUT_MS = 5_000;
/** A page of a league's fixtures with everything in it is below 2 MB. */
const BYTES_MAX = 8_000_000;

export type ApiSettings = { api: ApiFootball; leagues: League[]; bookmaker: number };

/** API-Football with the settings; undefined without a key. */
export const openApiFootball = (config: Config, clock: Clock): ApiSettings | undefined => {
  if (config.FEED_API_KEY === undefined) return undefined;
  const client = new JsonClient({
    baseUrl: config.FEED_API_URL.endsWith('/') ? config.FEED_API_URL : `${config.FEED_API_URL}/`,
    headers: { 'x-apisports-key': config.FEED_API_KEY },
    timeoutMs: TIMEOUT_MS,
    bytesMax: BYTES_MAX,
    now: () => clock.now(),
  });
  return {
    api: new ApiFootball(client),
    leagues: config.FEED_API_LEAGUES.split(',').flatMap((each): League[] => {
      const [league, season] = each.split(':').map(Number);
      return league === undefined || season === undefined ? [] : [{ league, season }];
    }),
    bookmaker: config.FEED_API_BOOKMAKER,
  };
};
