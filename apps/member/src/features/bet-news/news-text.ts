import type { BetNews } from '@touchline/contract/shapes/live';
import { formatMoney } from '@touchline/locales/format';
import { currentLan, translate } from '../../state/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { matchName } from '../labels/match-name.ts';

/** "Germany – Spain +2", the match that decided the bets; empty where it is not known. */
const matchText = ({ home, away, more }: BetNews): string => {
  if (home === undefined || away === undefined) return '';
  const match = matchName({ home, away });
  return more === undefined ? match : `${match} ${isolated(`+${more}`)}`;
};

/** How bets ended, "Won 21.00", and the match on a separate line. */
export const newsText = (news: BetNews): string => {
  const amount = isolated(formatMoney(news.paid, { lan: currentLan() }));
  const said = (): string => {
    if (news.what === 'sold') return translate('betNews.sold', { amount });
    if (news.state === undefined) return translate('betNews.many', { count: news.count, amount });
    return translate('betNews.one', { state: news.state, amount });
  };
  const match = matchText(news);
  return match === '' ? said() : `${said()}\n${match}`;
};
