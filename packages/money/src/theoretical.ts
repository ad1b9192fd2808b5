import { lineSizes, systemLines } from './system.ts';

/** Millionths in a whole: shares of stakes are kept as millionths, rounded down. */
const WHOLE = 1_000_000n;

/**
 * The part of the stakes on a market that its house expects to keep. With a margin m a market pays back 1/(1+m) of what
 * is staked on it in proportion, so it keeps 1 − 1/(1+m) = m/(1+m): of 5 % margin, 4.7619 % of the stakes.
 * @param marginBp margin of the market as it is shown, hundredths of a percent
 * @returns millionths, rounded down
 * @throws RangeError for a margin that is no whole number from 0 up
 */
export function keptMicro(marginBp: number): number {
  if (!Number.isSafeInteger(marginBp) || marginBp < 0) throw new RangeError(`not a margin: ${marginBp}`);
  // Below 2^53 for every margin under 90,000,000 %.
  return Math.floor((marginBp * 1_000_000) / (10_000 + marginBp));
}

/**
 * The same part as people read it, in percent with all four decimals it is kept with: of 5 % margin, "4.7619".
 * @param marginBp margin of the market as it is shown, hundredths of a percent
 * @throws RangeError for a margin that is no whole number from 0 up
 */
export function keptPercent(marginBp: number): string {
  return (keptMicro(marginBp) / 10_000).toFixed(4);
}

/**
 * The part of the stake of a bet that the house expects to keep. Each leg hands on 1 − h of what
 * it gets, so a line of several keeps 1 − Π(1 − h); a system is the mean over its lines.
 * @param k legs per line, or a full cover, see `lineSizes`; of a single or an accumulator n
 * @param marginsBp margin of each leg's market at its price, hundredths of a percent
 * @returns millionths of the stake, rounded down once from the legs' millionths
 * @throws RangeError when there is no such system
 */
export function theoreticalMicro(k: number, marginsBp: readonly number[]): number {
  return keptOfLegs(k, marginsBp.map(keptMicro));
}

/**
 * The same from the parts that the legs keep. One below 0 pays back more than its stake and lessens that of the others.
 * @param kept millionths of each leg's stake, rounded down
 * @returns millionths of the stake, rounded down, at least 0
 * @throws RangeError when there is no such system
 */
export function keptOfLegs(k: number, kept: readonly number[]): number {
  const lines = systemLines(k, kept.length);
  const [first = 0] = kept;
  if (kept.length === 1) return Math.max(0, first);
  const handedOn = kept.map((one) => WHOLE - BigInt(one));
  const sizes = lineSizes(k, kept.length);
  const most = Math.max(...sizes);
  // sums[j] is e_j of the legs seen so far, in units of WHOLE^-j.
  const sums = [1n, ...Array.from({ length: most }, () => 0n)];
  for (const one of handedOn) {
    for (let j = most; j > 0; j--) sums[j] = (sums[j] ?? 0n) + (sums[j - 1] ?? 0n) * one;
  }
  const all = BigInt(lines) * WHOLE ** BigInt(most);
  const handed = sizes.reduce((sum, size) => sum + (sums[size] ?? 0n) * WHOLE ** BigInt(most - size), 0n);
  return handed > all ? 0 : Number((WHOLE * (all - handed)) / all);
}
