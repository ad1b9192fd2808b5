import { halfTime, type ScoreGrader, type ScoreMarket } from '../market.ts';
import { type Score, type Winner, winnerOf } from '../score.ts';

/** The scores of a square quoted grid, home goals first: "0-0", "0-1" … up to `highest` goals a side. */
function quotedScores(highest: number): string[] {
  const goals = Array.from({ length: highest + 1 }, (_, index) => index);
  return goals.flatMap((home) => goals.map((away) => `${home}-${away}`));
}

/** Most goals of a side with a separately priced score, at full time and at half time. */
const HIGHEST_QUOTED = 4;
const HIGHEST_QUOTED_HT = 2;

export const correctScore = {
  name: 'correct_score',
  period: 'ft',
  selections: [...quotedScores(HIGHEST_QUOTED), 'other_home', 'other_draw', 'other_away'],
  lines: [],
  waitsForPeriod: true,
  winners: 1,
  margin: 0.12,
  // Its long prices suffer the most from a wrong mean.
  leastBasis: 'results',
  inPlay: true,
  groups: ['score'],
  card: 'score',
  wording: 'score',
  rule: 'correct_score',
  grader: gradeCorrectScore,
} as const satisfies ScoreMarket;

export const halfTimeCorrectScore = halfTime(correctScore, {
  selections: [...quotedScores(HIGHEST_QUOTED_HT), 'other'],
  margin: 0.15,
  // Nine scores that move with every minute of one half.
  inPlay: false,
  groups: ['score', 'halves'],
  grader: gradeHalfTimeScore,
});

/** "Other" wins for a score outside the grid with that result. */
const others: Readonly<Record<string, Winner>> = { other_home: '1', other_draw: 'X', other_away: '2' };

function gradeCorrectScore(selection: string, line: string | undefined): ScoreGrader | undefined {
  if (line !== undefined || !correctScore.selections.includes(selection)) return undefined;
  const other = others[selection];
  if (other === undefined) return exactGrader(selection);
  return (score) => (isBeyond(HIGHEST_QUOTED, score) && winnerOf(score) === other ? 'win' : 'lose');
}

/** At half time one "other" wins for every score outside the grid. */
function gradeHalfTimeScore(selection: string, line: string | undefined): ScoreGrader | undefined {
  if (line !== undefined || !halfTimeCorrectScore.selections.includes(selection)) return undefined;
  if (selection !== 'other') return exactGrader(selection);
  return (score) => (isBeyond(HIGHEST_QUOTED_HT, score) ? 'win' : 'lose');
}

/** Grades one quoted score, "2-1". */
function exactGrader(quoted: string): ScoreGrader {
  const [home, away] = quoted.split('-').map(Number);
  return (score) => (score.home === home && score.away === away ? 'win' : 'lose');
}

/** Whether a score is outside the quoted grid, where an "other" selection wins. */
function isBeyond(highest: number, score: Score): boolean {
  return score.home > highest || score.away > highest;
}
