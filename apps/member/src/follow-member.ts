import { live } from './api/live-stream.ts';
import { queryClient } from './api/query.ts';
import { followBetNews } from './features/bet-news/follow-bet-news.ts';
import { followStars } from './features/stars/follow-stars.ts';

/** Runs on every page for a member: shows news of their bets, and keeps stars the same on all devices. */
export const followMember = (): void => {
  followBetNews(live, queryClient);
  followStars();
};
