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
 */
export function monotone(prices: readonly number[], whole: number): number[] {
  const lowered = [...prices];
  for (let set = whole - 1; set > 0; set--) {
    if ((set & ~whole) !== 0) continue;
    for (let bit = 1; bit <= whole; bit <<= 1) {
      if ((whole & bit) !== 0 && (set & bit) === 0) {
        lowered[set] = Math.min(lowered[set] ?? 1, lowered[set | bit] ?? Infinity);
      }
    }
  }
  return lowered;
}

/**
 * Fair odds of every set of parts, each solved from the sets below it: the price at which a unit of stake comes back on
 * average, Σ chance × factor = 1.
 * @param endings of all parts together, their masses summing to 1
 * @returns by set, bit i for part i; 1 for none, Infinity where no ending lets all of them win
 */
export function fairSubsets(parts: number, endings: readonly Ending[]): number[] {
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
  const fair = [1];
  for (let set = 1; set < size; set++)
    fair.push(fairOf(set, chances.subarray(set * size, (set + 1) * size), fair));
  return fair;
}

/**
 * Solves Σ chance(won) × min(price(won), F) = 1 for F. The sum grows with F along straight pieces that end where a price
 * is reached, so the piece is found by going through the prices in order.
 */
function fairOf(set: number, chances: Float64Array, fair: readonly number[]): number {
  const all = chances[set] ?? 0;
  if (all === 0) return Infinity;
  const below = chances
    .entries()
    .filter(([won, chance]) => won !== set && chance > 0)
    .toArray();
  if (below.length === 0) return 1 / all;
  const prices = monotone([...fair, Infinity], set);
  const rest = below
    .map(([won, chance]) => ({ price: prices[won] ?? 1, chance }))
    .toSorted((a, b) => b.price - a.price);
  let paid = rest.reduce((sum, { price, chance }) => sum + price * chance, 0);
  let atWhole = all;
  // From the highest price down: those above F pay F as well.
  for (const { price, chance } of rest) {
    if ((1 - paid) / atWhole >= price) break;
    paid -= price * chance;
    atWhole += chance;
  }
  return (1 - paid) / atWhole;
}
