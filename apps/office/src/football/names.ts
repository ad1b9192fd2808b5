import type { RiskEvent } from '@touchline/contract/shapes/office-views';
import { formatDecimal } from '@touchline/locales/format';
import { teamName } from '@touchline/locales/team-names';
import { currentLan, translate as t } from '../shell/i18n.ts';

type Teams = Pick<RiskEvent, 'home' | 'away'>;
/** A selection as a leg names it: `line` is the selected side's own. */
type Named = Teams & { market: string; selection: string; line?: string | undefined };

const markets = [
  ...(['1x2', 'double_chance', 'draw_no_bet', 'over_under', 'asian_handicap', 'btts'] as const),
  ...(['correct_score', 'odd_even', 'ht_ft', 'ht_1x2', 'ht_over_under'] as const),
  ...(['ht_asian_handicap', 'ht_btts', 'ht_correct_score'] as const),
];
const plain = [...(['yes', 'no', 'odd', 'even', 'other', 'other_home', 'other_draw', 'other_away'] as const)];

/** A team in the language of the page: "Brazil". */
export const teamText = (team: { name: string; flag?: string }): string => teamName(team, currentLan());

/** Both teams of a match: "Brazil – Morocco". */
export const matchText = ({ home, away }: Teams): string => `${teamText(home)} – ${teamText(away)}`;

export const scoreText = ({ home, away }: { home: number; away: number }): string => `${home}–${away}`;

const signed = (line: string): string => {
  const size = formatDecimal(line.replace(/^[+-]/, ''), currentLan());
  if (/^[+-]?0(\.0+)?$/.test(line)) return size;
  return line.startsWith('-') ? `−${size}` : `+${size}`;
};

/** The name of a market, with its line as on the board: "Total goals 2.5". */
export const marketText = ({ market, line }: { market: string; line?: string | undefined }): string => {
  const known = markets.find((name) => name === market);
  const name = known === undefined ? market : t(`market.${known}`);
  if (line === undefined) return name;
  return `${name} ${market.endsWith('handicap') ? signed(line) : formatDecimal(line, currentLan())}`;
};

/** A side or the draw: "Brazil", "Draw". */
const resultText = (result: string, { home, away }: Teams): string => {
  if (result === 'X') return t('selection.draw');
  return teamText(result === '1' || result === 'home' ? home : away);
};

/** Two of the three results: "Brazil or draw", "Brazil or Morocco". */
const doubleText = (selection: string, teams: Teams): string => {
  const [one = '', two = ''] = selection.replace('X', '');
  const team = resultText(one, teams);
  if (two === '') return t('selection.orDraw', { team });
  return t('selection.either', { home: team, away: resultText(two, teams) });
};

/** A selection below the name of its market: "Brazil −0.75", "Over 2.5", "2–1". */
export const selectionText = (named: Named): string => {
  const { market, selection, line = '' } = named;
  const score = /^(\d+)-(\d+)$/.exec(selection);
  if (score !== null) return `${score[1]}–${score[2]}`;
  const word = plain.find((known) => known === selection);
  if (word !== undefined) return t(`selection.${word}`);
  if (selection === 'over' || selection === 'under') {
    return t(`selection.${selection}Line`, { line: formatDecimal(line, currentLan()) });
  }
  if (market.endsWith('handicap')) {
    return t('selection.handicap', { team: resultText(selection, named), line: signed(line) });
  }
  if (market === 'double_chance') return doubleText(selection, named);
  const [half, full] = selection.split('/');
  if (half !== undefined && full !== undefined) {
    return t('selection.halfFull', { half: resultText(half, named), full: resultText(full, named) });
  }
  return resultText(selection, named);
};
