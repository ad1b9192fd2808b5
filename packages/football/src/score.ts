/** Goals of both sides. */
export type Score = { home: number; away: number };

/** What is known of a match: `ht` once the first half is complete, `ft` after 90 minutes and stoppage time. */
export type Result = { ft?: Score | undefined; ht?: Score | undefined };

/** Result of a score as betting writes it: home wins, draw, away wins. */
export type Winner = '1' | 'X' | '2';

/** Who is ahead. */
export function winnerOf(score: Score): Winner {
  if (score.home > score.away) return '1';
  return score.home < score.away ? '2' : 'X';
}

/** Whether both figures are whole goals from 0 up. */
export function isScore(score: Score): boolean {
  return [score.home, score.away].every((goals) => Number.isSafeInteger(goals) && goals >= 0);
}
