/** Goals of both sides. */
export type Score = { home: number; away: number };

/** What is known of a match: `ht` once the first half is complete, `ft` after 90 minutes and stoppage time. */
export type Result = { ft?: Score | undefined; ht?: Score | undefined };

/** Result of a score as betting writes it: home wins, draw, away wins. */
export type Winner = '1' | 'X' | '2';

/** The side that is ahead. */
export function winnerOf(score: Score): Winner {
  if (score.home > score.away) return '1';
  return score.home < score.away ? '2' : 'X';
}

/** Winners in order, and for each the shortest score it has: `shortestScores[winnerIndex(score)]`. */
export const winners: readonly Winner[] = ['1', 'X', '2'];
export const shortestScores: readonly Score[] = [
  { home: 1, away: 0 },
  { home: 0, away: 0 },
  { home: 0, away: 1 },
];

/** 0, 1, 2 for home, draw, away: the place of a score's winner in `winners`. */
export function winnerIndex(score: Score): number {
  if (score.home === score.away) return 1;
  return score.home > score.away ? 0 : 2;
}

/** Whether a score can precede another in one match: goals are never taken back. */
export function isWithin(part: Score, whole: Score): boolean {
  return part.home <= whole.home && part.away <= whole.away;
}
