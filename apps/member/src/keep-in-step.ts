import { followConnection } from './api/follow-connection.ts';
import { live } from './api/live-stream.ts';
import { newestEvents, queryClient } from './api/query.ts';
import { followBetNews } from './features/bet-news/follow-bet-news.ts';
import { followLive } from './features/live/live-cache.ts';
import { followStars } from './features/stars/follow-stars.ts';

/**
 * Runs on every page: prices and results as they change, answers put by for times without a network, news of a member's
 * bets, and stars the same on all devices.
 */
export const keepInStep = (): void => {
  followLive(live, queryClient, newestEvents);
  followConnection(queryClient);
  followBetNews(live, queryClient);
  followStars();
};
