import type { ScoreGrader } from './market.ts';
import type { Score } from './score.ts';

/** The scores of a square quoted grid, home goals first: "0-0", "0-1" … up to `highest` goals a side. */
export function quotedScores(highest: number): string[] {
  const goals = Array.from({ length: highest + 1 }, (_, index) => index);
  return goals.flatMap((home) => goals.map((away) => `${home}-${away}`));
}

/** Grades one quoted score, "2-1". */
export function exactGrader(quoted: string): ScoreGrader {
  const [home, away] = quoted.split('-').map(Number);
  return (score) => (score.home === home && score.away === away ? 'win' : 'lose');
}

/** Whether a score is outside the quoted grid, where an "other" selection wins. */
export function isBeyond(highest: number, score: Score): boolean {
  return score.home > highest || score.away > highest;
}
