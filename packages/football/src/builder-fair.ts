import type { Ending } from './builder-endings.ts';

/**
 * What an ending pays, for the parts of a set alone: nothing when one of them is lost, else the price of those that won.
 * A half-win is won for one half of the stake and pushed for the other; a half-lose is pushed for one half and lost for
 * the other.
 * @param prices by set of parts that won, bit i for part i
 * @param set the parts that count
 */
export function payOf(ending: Ending, prices: ArrayLike<number>, set: number): number {
  const share = shareOf(ending, set);
  if (share === 0) return 0;
  const won = ending.won & set;
  const halfWon = ending.halfWon & set;
  let sum = prices[won] ?? 0;
  for (let half = halfWon; half > 0; half = (half - 1) & halfWon) sum += prices[won | half] ?? 0;
  return sum * share;
}

/** The share of the stake that each way of taking the half-wins as won or pushed has; 0 when a part of the set is lost. */
function shareOf({ halfWon, halfLost, lost }: Ending, set: number): number {
  if ((lost & set) !== 0) return 0;
  let share = 1;
  for (let halves = (halfWon | halfLost) & set; halves > 0; halves &= halves - 1) share /= 2;
  return share;
}

/**
 * The prices by which a builder settles, from the price of each set of parts alone: where fewer parts win it pays
 * their price, but never more than the price of any set that has more of its parts. So nothing pays more than all of
 * them winning. Only prices of parts with pushes can be above that of a set with more parts.
 * @param prices by set, bit i for part i
 * @param whole the set of the builder's parts; only its subsets are filled in
 * @param fewerMost the most that fewer parts than all of them are paid
 */
export function monotone(prices: readonly number[], whole: number, fewerMost = Infinity): number[] {
  const lowered = [...prices];
  for (let set = whole - 1; set > 0; set--) {
    if ((set & ~whole) !== 0) continue;
    lowered[set] = Math.min(lowered[set] ?? 1, fewerMost);
    for (let bit = 1; bit <= whole; bit <<= 1) {
      if ((whole & bit) !== 0 && (set & bit) === 0) {
        lowered[set] = Math.min(lowered[set] ?? 1, lowered[set | bit] ?? Infinity);
      }
    }
  }
  return lowered;
}

/** Fair prices by set of parts, bit i for part i. */
export type FairPrices = {
  /** Odds of the set as a builder of its own; 1 for none, Infinity where no ending lets all of it win. */
  odds: number[];
  /** The most that such a builder pays where fewer of its parts win than all. */
  fewerMost: number[];
};

/**
 * Fair prices of every set of parts, each solved from the sets below it: the price at which a unit of stake comes back on
 * average, Σ chance × factor = 1. One more part never cuts a price by more than its own chance: where its price would be paid
 * so often as others are pushed that it did, less is paid then.
 * @param endings of all parts together, their masses summing to 1
 */
export function fairSubsets(parts: number, endings: readonly Ending[]): FairPrices {
  const size = 2 ** parts;
  // Chance, by set of parts, that exactly these of it win and none loses: at set × size + won.
  const chances = new Float64Array(size * size);
  for (const ending of endings) {
    for (let set = 1; set < size; set++) {
      const chance = ending.mass * shareOf(ending, set);
      if (chance === 0) continue;
      const won = set * size + (ending.won & set);
      const halfWon = ending.halfWon & set;
      chances[won] = (chances[won] ?? 0) + chance;
      for (let half = halfWon; half > 0; half = (half - 1) & halfWon) {
        chances[won | half] = (chances[won | half] ?? 0) + chance;
      }
    }
  }
  const fair: FairPrices = { odds: [1], fewerMost: [1] };
  for (let set = 1; set < size; set++) {
    const { odds, fewerMost } = fairOf(set, chances.subarray(set * size, (set + 1) * size), fair.odds);
    fair.odds.push(odds);
    fair.fewerMost.push(fewerMost);
  }
  return fair;
}

/** What sets of fewer parts than all win, at which price and how often. */
type Below = readonly { price: number; chance: number }[];

/** Solves Σ chance(won) × min(price(won), F) = 1 for F, which is then raised to what the last part may cut at most. */
function fairOf(
  set: number,
  chances: Float64Array,
  fair: readonly number[],
): { odds: number; fewerMost: number } {
  const all = chances[set] ?? 0;
  if (all === 0) return { odds: Infinity, fewerMost: Infinity };
  const prices = monotone([...fair, Infinity], set);
  const below: Below = chances
    .entries()
    .filter(([won, chance]) => won !== set && chance > 0)
    .map(([won, chance]) => ({ price: prices[won] ?? 1, chance }))
    .toArray()
    .toSorted((a, b) => b.price - a.price);
  if (below.length === 0) return { odds: 1 / all, fewerMost: Infinity };
  const odds = levelOf(below, all, 1);
  const least = leastOf(set, fair);
  if (least <= odds) return { odds, fewerMost: Infinity };
  // Not below the stake, which a push returns: a set with one part fewer pays at least as much at every ending.
  return { odds: least, fewerMost: Math.max(1, levelOf(below, 0, 1 - least * all)) };
}

/** The highest of the prices without one part, times the chance of that part. */
function leastOf(set: number, fair: readonly number[]): number {
  let least = 0;
  for (let bit = 1; bit <= set; bit <<= 1) {
    const others = set & ~bit;
    if (others !== set && others !== 0)
      least = Math.max(least, (fair[others] ?? 0) / (fair[bit] ?? Infinity));
  }
  return least;
}

/**
 * Solves chance × L + Σ chance(won) × min(price(won), L) = sum for L. The left side grows with L along straight pieces that end where
 * a price is reached, so the piece is found by going through the prices in order.
 */
function levelOf(below: Below, chance: number, sum: number): number {
  let paid = below.reduce((all, one) => all + one.price * one.chance, 0);
  let atLevel = chance;
  // From the highest price down: those above L pay L as well.
  for (const one of below) {
    if ((sum - paid) / atLevel >= one.price) break;
    paid -= one.price * one.chance;
    atLevel += one.chance;
  }
  return (sum - paid) / atLevel;
}
