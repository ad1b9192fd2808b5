import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '@touchline/client/live';
import type { BetNews } from '@touchline/contract/shapes/live';
import type { Home } from '@touchline/contract/shapes/site';
import { formatMoney } from '@touchline/locales/format';
import { betNewsStore } from '../../lib/bet-news.ts';
import { allTexts, currentLan, translate } from '../../lib/i18n.tsx';
import { showToast } from '../../lib/toasts.ts';
import { feelDone } from '../../ui/haptics.ts';
import { isolated } from '../labels/bidi.ts';
import { matchName } from '../labels/match-name.ts';
import { noticePagesKey } from '../live/inbox-patch.ts';
import { patch } from '../live/patch.ts';

/** "Germany – Spain +2", the match that decided the bets; empty where it is not known. */
const matchText = ({ home, away, more }: BetNews): string => {
  if (home === undefined || away === undefined) return '';
  const match = matchName({ home, away });
  return more === undefined ? match : `${match} ${isolated(`+${more}`)}`;
};

/** How bets ended, "Won 21.00", and the match on a separate line. */
const newsText = (news: BetNews): string => {
  const amount = isolated(formatMoney(news.paid, { lan: currentLan() }));
  const said = (): string => {
    if (news.what === 'sold') return translate('betNews.sold', { amount });
    if (news.state === undefined) return translate('betNews.many', { count: news.count, amount });
    return translate('betNews.one', { state: news.state, amount });
  };
  const match = matchText(news);
  return match === '' ? said() : `${said()}\n${match}`;
};

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
