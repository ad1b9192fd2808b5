import { nearestPrice, priceAtMost } from './ladder.ts';

/**
 * How a margin is spread over the selections: by the odds ratio, or by a power of the chances. Under both, long
 * shots carry relatively more of it, as in the market; a proportional margin would make favourites too dear and
 * long shots too cheap. The power leans on long shots more.
 */
export type MarginSpread = 'odds_ratio' | 'power';

/** Nearer to 0 or 1 than this a chance counts as decided and carries no margin. */
const DECIDED = 1e-9;
const STEPS = 60;
/** No price is shortened further than this ratio of odds against the bettor. */
const MAX_RATIO = 4;
/** Logarithm of a ratio or exponent far beyond the margin of any real market. */
const MOST_AMOUNT = 6;

/** Whether a chance is so near to 0 or 1 that the selection is as good as decided. */
function isDecided(chance: number): boolean {
  return !(chance > DECIDED && chance < 1 - DECIDED);
}

/**
 * Spreads a margin over fair chances. By the odds ratio (Cheung 2015) each implied chance q has
 * q/(1−q) = c × p/(1−p), by the power (Vovk and Zhdanov 2009) q = p^k, with one c or k for the market.
 * @param chances fair chances of a market's selections, summing to the number of its winners
 * @param margin target as a share, 0 … 1; 0.05 makes the implied chances sum to 1.05 × the fair sum
 * @returns implied chances in order, each at least the fair one; decided chances are returned as they are
 * @throws RangeError for a margin outside 0 … 1
 */
export function spreadMargin(
  chances: readonly number[],
  margin: number,
  spread: MarginSpread = 'odds_ratio',
): number[] {
  if (!(margin >= 0 && margin <= 1)) throw new RangeError(`margin out of bounds: ${margin}`);
  const target = sumOf(chances) * (1 + margin);
  const impliedAt = (amount: number) =>
    chances.map((p) => (isDecided(p) ? p : spread === 'power' ? p ** amount : byRatio(p, Math.exp(amount))));
  // A market all but decided keeps a lower margin than asked for.
  if (spread === 'odds_ratio')
    return impliedAt(rootOf((ln) => sumOf(impliedAt(ln)) - target, 0, Math.log(MAX_RATIO)));
  const longest = Math.min(...chances.filter((p) => !isDecided(p)));
  const least = longest < 1 ? Math.log(byRatio(longest, MAX_RATIO)) / Math.log(longest) : 1;
  return impliedAt(1 - rootOf((less) => sumOf(impliedAt(1 - less)) - target, 0, 1 - least));
}

/**
 * Takes the margin out of prices: the fair chances that, with it, give these implied ones.
 * @param implied 1 / odds of every selection, each between 0 and 1
 * @param winners how many selections win
 * @returns chances summing to `winners`, as near as the method can
 */
export function removeMargin(
  implied: readonly number[],
  spread: MarginSpread = 'odds_ratio',
  winners: number = 1,
): number[] {
  const fairAt = (amount: number) =>
    implied.map((q) => (spread === 'power' ? q ** Math.exp(amount) : byRatio(q, Math.exp(-amount))));
  return fairAt(rootOf((amount) => winners - sumOf(fairAt(amount)), -MOST_AMOUNT, MOST_AMOUNT));
}

/** The chance whose odds are a multiple of those of another. */
function byRatio(chance: number, ratio: number): number {
  return (ratio * chance) / (1 - chance + ratio * chance);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

/** Where a growing function passes zero between two bounds, or the bound nearest to that, from below. */
function rootOf(excess: (at: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (excess(middle) < 0) low = middle;
    else high = middle;
  }
  return low;
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
