import type { Outcome } from '../market.ts';

/**
 * The outcome of a bet that beats its line by a number of quarters of a goal. A quarter line is half the stake on
 * each neighbour, so beating it by one quarter wins one half and pushes the other.
 */
export function outcomeByQuarters(ahead: number): Outcome {
  if (ahead >= 2) return 'win';
  if (ahead <= -2) return 'lose';
  if (ahead === 0) return 'push';
  return ahead === 1 ? 'half-win' : 'half-lose';
}
