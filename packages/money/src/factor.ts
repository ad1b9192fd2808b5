/** What a leg's stake is multiplied by, as an exact fraction in lowest terms with `den` > 0. */
export type Factor = { num: bigint; den: bigint };

/** How a leg ended. A graded leg is one of the first five; `void` is a decision of the book. */
export type LegOutcome = 'win' | 'half-win' | 'push' | 'half-lose' | 'lose' | 'void';

/**
 * Makes a fraction in lowest terms.
 * @throws RangeError for a negative numerator or a denominator that is not positive: a factor is never below 0
 */
export function fraction(num: bigint, den: bigint): Factor {
  if (num < 0n || den <= 0n) throw new RangeError(`not a factor: ${num}/${den}`);
  let [a, b] = [num, den];
  while (b !== 0n) [a, b] = [b, a % b];
  return { num: num / a, den: den / a };
}

export const ZERO: Factor = { num: 0n, den: 1n };
export const ONE: Factor = { num: 1n, den: 1n };
const HALF: Factor = { num: 1n, den: 2n };

/** Sum of two factors. */
export function add(a: Factor, b: Factor): Factor {
  return fraction(a.num * b.den + b.num * a.den, a.den * b.den);
}

/** Product of two factors. */
export function multiply(a: Factor, b: Factor): Factor {
  return fraction(a.num * b.num, a.den * b.den);
}

/** The factor of an accumulator: the product over its legs, 1 for none. */
export function product(factors: readonly Factor[]): Factor {
  return factors.reduce(multiply, ONE);
}

/** Whether two factors are the same number, also when not in lowest terms. */
export function equal(a: Factor, b: Factor): boolean {
  return a.num * b.den === b.num * a.den;
}

/** Odds in thousandths as a fraction. @throws RangeError when not a whole number of thousandths from 1 up */
export function oddsFactor(oddsMilli: number): Factor {
  if (!Number.isSafeInteger(oddsMilli) || oddsMilli < 1000) {
    throw new RangeError(`not odds in thousandths: ${oddsMilli}`);
  }
  return fraction(BigInt(oddsMilli), 1000n);
}

/**
 * The one rule of settlement, `f = r·(1−v)·d·o + v` (docs/pricing.md, "Grading").
 * @param leg.won r: whether the part that was not void won
 * @param leg.voidShare v: share of the stake that comes back, 0 … 1
 * @param leg.deadHeat d: share of the winnings when winners share a place, 0 … 1
 * @param leg.oddsMilli o: odds in thousandths
 * @throws RangeError when a share is above 1 or the odds are none
 */
export function legFactor(leg: {
  won: boolean;
  voidShare: Factor;
  deadHeat: Factor;
  oddsMilli: number;
}): Factor {
  const { won, voidShare, deadHeat, oddsMilli } = leg;
  if (voidShare.num > voidShare.den || deadHeat.num > deadHeat.den)
    throw new RangeError('a share is above 1');
  const odds = oddsFactor(oddsMilli);
  if (!won) return fraction(voidShare.num, voidShare.den);
  const live = fraction(voidShare.den - voidShare.num, voidShare.den);
  return add(multiply(multiply(live, deadHeat), odds), voidShare);
}

const meaning: Readonly<Record<LegOutcome, { won: boolean; voidShare: Factor }>> = {
  win: { won: true, voidShare: ZERO },
  'half-win': { won: true, voidShare: HALF },
  push: { won: false, voidShare: ONE },
  'half-lose': { won: false, voidShare: HALF },
  lose: { won: false, voidShare: ZERO },
  void: { won: false, voidShare: ONE },
};

/**
 * The factor of a leg that ended so: win o, half-win (o+1)/2, push and void 1, half-lose ½, lose 0.
 * @param outcome how the leg ended
 * @param oddsMilli odds in thousandths at which it was struck
 * @param deadHeat share of the winnings, 1 unless winners share a place
 * @throws RangeError when the odds are not whole thousandths from 1 up, or the share is above 1
 */
export function factorOf(outcome: LegOutcome, oddsMilli: number, deadHeat: Factor = ONE): Factor {
  return legFactor({ ...meaning[outcome], deadHeat, oddsMilli });
}
