import { marketNames, type MarketName } from '@touchline/football/markets';
import { teamName } from '@touchline/locales/team-names';
import type { Team } from '@touchline/contract/shapes/football';
import { currentLan, translate as t } from '../../shell/i18n.tsx';
import { scoreOf } from '../score-grid/grid-layout.ts';
import { isolated } from './bidi.ts';
import { handicapText, totalLineText } from './line-text.ts';
import { scoreText } from './score-text.ts';

type Teams = { home: Team; away: Team };
/** A selection as a leg names it: `line` is the selected side's own. */
type Named = Teams & { market: string; selection: string; line?: string | undefined };

/** Whether the app knows a market; one newer than the app is not shown rather than shown raw. */
const isMarketName = (name: string): name is MarketName => marketNames.some((known) => known === name);

/** The name of a market, "Correct score". */
export const marketName = (market: string): string => (isMarketName(market) ? t(`market.${market}`) : market);

/** A side or the draw: "Brazil", "Draw". */
export const resultName = (result: string, { home, away }: Teams): string => {
  if (result === 'X') return t('selection.draw');
  return teamName(result === '1' || result === 'home' ? home : away, currentLan());
};

const others = ['other', 'other_home', 'other_draw', 'other_away'] as const;

/** What a bet on a selection says, read by itself: "Brazil to win", "Over 2.5", "Brazil −0.75", "Score 2–1". */
export const selectionName = (named: Named): string => {
  const { market, selection, line = '' } = named;
  const score = scoreOf(selection);
  if (score !== undefined) return t('slip.score', { score: isolated(scoreText(score)) });
  const other = others.find((known) => known === selection);
  if (other !== undefined) return t(`selection.${other}`);
  switch (market.replace(/^ht_(?!ft$)/, '')) {
    case '1x2':
      if (selection === 'X') return t('selection.draw');
      return t('selection.win', { team: resultName(selection, named) });
    case 'draw_no_bet':
      return resultName(selection, named);
    case 'double_chance':
      return doubleName(selection, named);
    case 'over_under':
      if (selection !== 'over' && selection !== 'under') break;
      return t(`selection.${selection}`, { line: isolated(totalLineText(line)) });
    case 'asian_handicap':
      return t('selection.handicap', {
        team: resultName(selection, named),
        line: isolated(handicapText(line)),
      });
    case 'btts':
      return selection === 'yes' ? t('selection.bothScore') : t('selection.notBoth');
    case 'odd_even':
      return selection === 'odd' ? t('selection.oddGoals') : t('selection.evenGoals');
    case 'ht_ft':
      return halfFullName(selection, named);
    default:
  }
  return `${marketName(market)} ${selection}`;
};

/** Two of the three results: "Brazil or draw", "Brazil or Morocco". */
const doubleName = (selection: string, teams: Teams): string => {
  const [one = '', two = ''] = selection.replace('X', '');
  const team = resultName(one, teams);
  if (two === '') return t('selection.orDraw', { team });
  return t('selection.either', { home: team, away: resultName(two, teams) });
};

/** Who is ahead at half time and who at full time: "Draw / Brazil". */
const halfFullName = (selection: string, teams: Teams): string => {
  const [half = '', full = ''] = selection.split('/');
  return t('selection.halfFull', { half: resultName(half, teams), full: resultName(full, teams) });
};
