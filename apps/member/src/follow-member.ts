import { live } from './api/live-stream.ts';
import { queryClient } from './api/query.ts';
import { followBetNews } from './features/bet-news/follow-bet-news.ts';
import { followStars } from './features/stars/follow-stars.ts';

/** What goes on for a member on every page: news of their bets, and stars that are the same on all devices. */
export const followMember = (): void => {
  followBetNews(live, queryClient);
  followStars();
};
