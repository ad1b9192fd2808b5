import type { Team } from '@touchline/contract/shapes/football';
import { isMarketName, marketOf } from '@touchline/football/markets';
import { formatDecimal } from '@touchline/locales/format';
import { teamName } from '@touchline/locales/team-names';
import { currentLan, translate as t } from '../../lib/i18n.tsx';
import { scoreOf, scoreText, matchName } from './match-name.ts';
import { isolated } from './bidi.ts';

/** A line of a total as the language writes it: "2.5". */
export const totalLineText = (line: string): string => formatDecimal(line, currentLan());

/** A side's own handicap with its sign, a true minus: "+0.75", "−0.75", "0". Reads from left to right. */
export const handicapText = (line: string): string => {
  const size = formatDecimal(line.replace(/^[+-]/, ''), currentLan());
  if (/^[+-]?0(\.0+)?$/.test(line)) return size;
  return line.startsWith('-') ? `−${size}` : `+${size}`;
};

type Teams = { home: Team; away: Team };
/** A selection as a leg names it: `line` is the selected side's own. */
type Named = Teams & {
  market: string;
  selection: string;
  line?: string | undefined;
  /** Of a builder: the selections that must all come in. */
  parts?: readonly unknown[] | undefined;
};

/** The name of a market, "Correct score"; of one newer than the app, its name on the wire. */
export const marketName = (market: string): string => {
  if (market === 'builder') return t('builder.title');
  return isMarketName(market) ? t(`market.${market}`) : market;
};

/** A side or the draw: "Brazil", "Draw". */
export const resultName = (result: string, { home, away }: Teams): string => {
  if (result === 'X') return t('selection.draw');
  return teamName(result === '1' || result === 'home' ? home : away, currentLan());
};

const others = ['other', 'other_home', 'other_draw', 'other_away'] as const;

/** What a bet on a selection says, read alone: "Brazil to win", "Over 2.5", "Brazil −0.75", "Score 2–1". */
export const selectionName = (named: Named): string => {
  const { market, selection, line = '', parts } = named;
  if (parts !== undefined) return t('builder.legs', { count: parts.length });
  const score = scoreOf(selection);
  if (score !== undefined) return t('slip.score', { score: scoreText(score) });
  const other = others.find((known) => known === selection);
  if (other !== undefined) return t(`selection.${other}`);
  const wording = marketOf(market)?.wording;
  switch (wording) {
    case undefined:
    case 'score':
      break;
    case 'winner':
      if (selection === 'X') return t('selection.draw');
      return t('selection.win', { team: resultName(selection, named) });
    case 'team':
      return resultName(selection, named);
    case 'two-results':
      return doubleName(selection, named);
    case 'total':
      if (selection !== 'over' && selection !== 'under') break;
      return t(`selection.${selection}`, { line: isolated(totalLineText(line)) });
    case 'handicap':
      return t('selection.handicap', {
        team: resultName(selection, named),
        line: isolated(handicapText(line)),
      });
    case 'half-full':
      return halfFullName(selection, named);
    default: {
      const [, own] = Object.entries(wording).find(([known]) => known === selection) ?? [];
      if (own !== undefined) return t(own);
    }
  }
  return `${marketName(market)} ${selection}`;
};

/** The market of a selection to show next to its name; undefined where the name has it already: "Correct score 2–1". */
export const marketBeside = (named: Named): string | undefined => {
  if (named.parts !== undefined) return undefined;
  const lan = currentLan();
  const market = marketName(named.market);
  const isSaid = selectionName(named).toLocaleLowerCase(lan).includes(market.toLocaleLowerCase(lan));
  return isSaid ? undefined : market;
};

/** The text under the name of a selection: its market, unless the name has it already, and its match. */
export const textUnder = (named: Named): string => {
  const match = matchName(named);
  const market = marketBeside(named);
  return market === undefined ? match : `${market}\u00a0· ${match}`;
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
