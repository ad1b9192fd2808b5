import { nearestPrice, priceAtMost } from './ladder.ts';

/** Nearer to 0 or 1 than this a chance counts as decided and carries no margin. */
const DECIDED = 1e-9;
const STEPS = 50;
/** No price is shortened further than this ratio of odds against the bettor. */
const MAX_RATIO = 4;

/** Whether a chance is so near to 0 or 1 that the selection is as good as decided. */
function isDecided(chance: number): boolean {
  return !(chance > DECIDED && chance < 1 - DECIDED);
}

/**
 * Spreads a margin over fair chances by the odds-ratio method (Cheung 2015): each implied chance q has
 * q/(1−q) = c × p/(1−p) with one c for the market. Long shots carry relatively more of it, as in the market;
 * a proportional margin would make favourites too dear and long shots too cheap.
 * @param chances fair chances of a market's selections, summing to the number of its winners
 * @param margin target as a share, 0 … 1; 0.05 makes the implied chances sum to 1.05 × the fair sum
 * @returns implied chances in order, each at least the fair one; decided chances are returned as they are
 * @throws RangeError for a margin outside 0 … 1
 */
export function spreadMargin(chances: readonly number[], margin: number): number[] {
  if (!(margin >= 0 && margin <= 1)) throw new RangeError(`margin out of bounds: ${margin}`);
  const target = chances.reduce((a, b) => a + b, 0) * (1 + margin);
  const at = (ratio: number) => chances.map((p) => (isDecided(p) ? p : (ratio * p) / (1 - p + ratio * p)));
  // The sum grows with the ratio, so bisect; a market all but decided keeps a lower margin than asked for.
  let low = 0;
  let high = Math.log(MAX_RATIO);
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const sum = at(Math.exp(middle)).reduce((a, b) => a + b, 0);
    if (sum < target) low = middle;
    else high = middle;
  }
  return at(Math.exp(low));
}

/**
 * The price quoted for an implied chance: the nearest on the ladder, but never above the fair odds, so that
 * rounding cannot give a bet a positive expectation.
 * @param implied chance with margin
 * @param fair chance without margin, at most `implied`
 * @returns odds in thousandths, or undefined when no price on the ladder is at or below the fair odds
 */
export function quote(implied: number, fair: number): number | undefined {
  const longest = priceAtMost(1000 / fair);
  return longest === undefined ? undefined : Math.min(longest, nearestPrice(1000 / implied));
}

/**
 * The margin in a market's odds: sum of 1/odds per winner, less 1. Where stakes can be pushed it is the margin
 * on the part of the stakes that is decided; the house keeps margin / (1 + margin) of that part on average.
 * @param oddsMilli odds of every selection in thousandths
 * @param winners how many selections win, 2 where two of three results are covered
 */
export function marginOf(oddsMilli: readonly number[], winners: number = 1): number {
  return oddsMilli.reduce((sum, odds) => sum + 1000 / odds, 0) / winners - 1;
}
