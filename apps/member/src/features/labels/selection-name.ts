import { marketNames, type MarketName } from '@touchline/football/market-names';
import { formatDecimal } from '@touchline/locales/format';
import { teamName } from '@touchline/locales/team-names';
import type { Team } from '@touchline/contract/shapes/football';
import { currentLan, translate as t } from '../../shell/i18n.tsx';
import { scoreOf } from '../score-grid/grid-layout.ts';
import { isolated } from './bidi.ts';
import { scoreText } from './score-text.ts';

type Named = { market: string; selection: string; line?: string; home: Team; away: Team };

/** Whether the app knows a market; one newer than the app is not shown rather than shown raw. */
export const isMarketName = (name: string): name is MarketName => marketNames.some((known) => known === name);

/** The name of a market, "Correct score". */
export const marketName = (market: string): string => (isMarketName(market) ? t(`market.${market}`) : market);

/** Which part of the match a market is about. */
export const periodName = (market: string): string =>
  market.startsWith('ht_') && market !== 'ht_ft' ? t('event.firstHalf') : t('event.fullTime');

/** What a bet on a selection says: "Brazil to win", "Over 2.5", "Score 2–1". */
export const selectionName = ({ market, selection, line, home, away }: Named): string => {
  const lan = currentLan();
  const score = scoreOf(selection);
  if (score !== undefined) return t('slip.score', { score: isolated(scoreText(score)) });
  switch (selection) {
    case '1':
      return t('selection.win', { team: teamName(home, lan) });
    case 'X':
      return t('selection.draw');
    case '2':
      return t('selection.win', { team: teamName(away, lan) });
    case 'over':
    case 'under':
      return t(`selection.${selection}`, { line: formatDecimal(line ?? '', lan) });
    case 'other':
    case 'other_home':
    case 'other_draw':
    case 'other_away':
      return t(`selection.${selection}`);
    default:
      return `${marketName(market)} ${selection}`;
  }
};
