import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '@touchline/client/live';
import type { BetNews } from '@touchline/contract/shapes/live';
import type { Home } from '@touchline/contract/shapes/site';
import { betNewsStore } from '../../state/bet-news.ts';
import { allTexts, translate } from '../../state/i18n.tsx';
import { showToast } from '../../state/toasts.ts';
import { feelDone } from '../../ui/haptics.ts';
import { noticePagesKey } from '../live/inbox-patch.ts';
import { patch } from '../live/patch.ts';
import { newsText } from './news-text.ts';

const records = '#/pages/gamerecord/gamerecord';

/** Shows how bets ended, with a link to them. The device vibrates for a win, if it can. */
const showNews = async (news: BetNews): Promise<void> => {
  await allTexts();
  if (news.state === 'win') feelDone();
  showToast(newsText(news), {
    label: translate(news.bet === undefined ? 'betNews.seeAll' : 'betNews.see'),
    run: () => {
      location.hash = news.bet === undefined ? records : `${records}?bet=${news.bet}`;
    },
  });
};

/** Counts at the records what home has counted, each time it is fetched. */
const followHome = (client: QueryClient): (() => void) => {
  const take = (): void => {
    const news = client.getQueryData<Home>(['home', {}])?.betNews;
    if (news !== undefined) betNewsStore.write(news);
  };
  take();
  return client.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryKey[0] === 'home') take();
  });
};

/** Shows on every page how bets ended, and counts the news at the records and in the inbox. @returns a function that ends it */
export const followBetNews = (live: Live, client: QueryClient): (() => void) => {
  const stopHome = followHome(client);
  const stopNews = live.subscribe('betNews', (news) => {
    betNewsStore.write(news.bets);
    patch<Home>(client, ['home'], (home) => ({ ...home, unread: news.unread, betNews: news.bets }));
    void client.invalidateQueries({ queryKey: noticePagesKey() });
    // Without the texts no toast is shown: the badge and the inbox have the news all the same.
    void showNews(news).catch(() => undefined);
  });
  return () => {
    stopHome();
    stopNews();
  };
};
