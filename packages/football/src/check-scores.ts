import { type Score, isWithin } from './score.ts';

/** Whether both figures are whole goals from 0 up. */
export function isScore(score: Score): boolean {
  return [score.home, score.away].every((goals) => Number.isSafeInteger(goals) && goals >= 0);
}

/** Scores that no match can have: not whole goals, or goals taken back. */
export class ImpossibleScore extends RangeError {
  constructor(problem: string) {
    super(problem);
    this.name = 'ImpossibleScore';
  }
}

/**
 * Checks scores in the order of time: a bet's, half time, full time.
 * @param scores those not known are left out
 * @throws ImpossibleScore when one is not whole goals from 0 up, or takes goals of an earlier one back
 */
export function checkScores(...scores: readonly (Score | undefined)[]): void {
  let before: Score | undefined;
  for (const score of scores) {
    if (score === undefined) continue;
    if (!isScore(score)) throw new ImpossibleScore(`not a score: ${score.home}-${score.away}`);
    if (before !== undefined && !isWithin(before, score)) {
      throw new ImpossibleScore(`${score.home}-${score.away} after ${before.home}-${before.away}`);
    }
    before = score;
  }
}
