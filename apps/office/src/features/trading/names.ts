import type { NamedCompetition, Team } from '@touchline/contract/shapes/football';
import { BUILDER } from '@touchline/football/builder-parts';
import { isMarketName, marketOf } from '@touchline/football/markets';
import { formatDecimal } from '@touchline/locales/format';
import { competitionName } from '@touchline/locales/competition-names';
import { teamName } from '@touchline/locales/team-names';
import { currentLan, translate as t } from '../../lib/i18n.ts';

/** What a team is named by. */
type Named = Pick<Team, 'name' | 'flag'>;
/** The teams of a match. */
export type Teams = { home: Named; away: Named };
/** A market of a match at one line, as on the board: of a handicap the home side's line. */
export type MarketLine = { market: string; line?: string | undefined };

export const nameOfTeam = (team: Named): string => teamName(team, currentLan());

export const nameOfCompetition = (of: NamedCompetition): string => competitionName(of, currentLan());

/** "Brazil – Germany". */
export const nameOfMatch = ({ home, away }: Teams): string => `${nameOfTeam(home)} – ${nameOfTeam(away)}`;

export const scoreText = ({ home, away }: { home: number; away: number }): string => `${home}–${away}`;

/** A handicap with its sign, a true minus: "+0.75", "−0.75", "0". */
const handicapText = (line: string): string => {
  const size = formatDecimal(line.replace(/^[+-]/, ''), currentLan());
  if (/^[+-]?0(\.0+)?$/.test(line)) return size;
  return line.startsWith('-') ? `−${size}` : `+${size}`;
};
const turned = (line: string): string => (line.startsWith('-') ? line.slice(1) : `-${line.replace('+', '')}`);

const isHandicap = (market: string): boolean => marketOf(market)?.mirrorsLine === true;

/** The line of a market, "2.5" or "−0.75"; nothing where it has none. */
export const lineText = ({ market, line }: MarketLine): string => {
  if (line === undefined) return '';
  return isHandicap(market) ? handicapText(line) : formatDecimal(line, currentLan());
};

/** The name of a market, "Correct score"; with its line, "Total goals 2.5". */
export const nameOfMarket = (of: MarketLine): string => {
  if (of.market === BUILDER) return t('bet.builder');
  const name = isMarketName(of.market) ? t(`market.${of.market}`) : of.market;
  return [name, lineText(of)].filter(Boolean).join(' ');
};

const resultName = (result: string, { home, away }: Teams): string => {
  if (result === 'X') return t('selection.draw');
  return nameOfTeam(result === '1' || result === 'home' ? home : away);
};

const words = ['over', 'under', 'yes', 'no', 'odd', 'even'] as const;
const others = ['other', 'other_home', 'other_draw', 'other_away'] as const;

/** The name of a selection, shown next to that of its market: "Brazil", "Over 2.5", "Brazil −0.75", "2–1". */
export const nameOfSelection = (selection: string, of: MarketLine, teams: Teams): string => {
  const other = others.find((known) => known === selection);
  if (other !== undefined) return t(`selection.${other}`);
  const word = words.find((known) => known === selection);
  if (word !== undefined) return [t(`selection.${word}`), lineText(of)].filter(Boolean).join(' ');
  if (/^\d+-\d+$/.test(selection)) return selection.replace('-', '–');
  if (selection.includes('/')) {
    return selection
      .split('/')
      .map((result) => resultName(result, teams))
      .join(' / ');
  }
  if (marketOf(of.market)?.wording === 'two-results') {
    return selection
      .split('')
      .map((result) => resultName(result, teams))
      .join(' / ');
  }
  const { line } = of;
  if (line === undefined || !isHandicap(of.market)) return resultName(selection, teams);
  return `${resultName(selection, teams)} ${handicapText(selection === 'home' ? line : turned(line))}`;
};

/** One selection of a leg, with the line of its side. */
type Part = MarketLine & { selection: string };

/** The same for a leg, whose line is that of its side; of a builder all its selections, each with its market. */
export const nameOfLeg = (
  { selection, parts, ...of }: Part & { parts?: readonly Part[] | undefined },
  teams: Teams,
): string => {
  if (parts !== undefined) return parts.map((part) => nameOfPart(part, teams)).join(' + ');
  const isTurned = selection === 'away' && isHandicap(of.market) && of.line !== undefined;
  return nameOfSelection(selection, isTurned ? { ...of, line: turned(of.line ?? '') } : of, teams);
};

/** A selection of a builder: "Match result Brazil", "Total goals Over 2.5". */
export const nameOfPart = ({ market, selection, line }: Part, teams: Teams): string =>
  `${nameOfMarket({ market })} ${nameOfLeg({ market, selection, line }, teams)}`;

const short = { home: '1', away: '2' } as const;
const isShort = (selection: string): selection is keyof typeof short => Object.hasOwn(short, selection);

/** The same in a letter or a word, for a row of many: "1", "X", "O", "Yes". */
export const shortSelection = (selection: string): string => {
  if (isShort(selection)) return short[selection];
  if (selection === 'over' || selection === 'under') return t(`selectionShort.${selection}`);
  const word = words.find((known) => known === selection);
  return word === undefined ? selection.replace('-', '–') : t(`selection.${word}`);
};
