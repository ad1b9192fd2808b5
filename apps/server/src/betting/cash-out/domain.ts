import { partSale } from '@touchline/money/part-sale';
import { lineSizes } from '@touchline/money/system';

/** The present value of an open bet. Amounts in minor units. */
export type CashOutOffer = { fairMinor: bigint; feeMinor: bigint; offerMinor: bigint };

/**
 * A bet for cash-out: `openStakeMinor` of its stake is still running, over `lines` lines of `k` legs each, or of a full cover.
 */
export type OpenBet = {
  stakeMinor: bigint;
  cashedStakeMinor: bigint;
  cashOutMinor: bigint;
  lines: number;
  k: number;
};

/**
 * The fair value of what is still running: stake per line × e_k(v1 … vn), where v is the factor a decided leg has
 * brought and the factor an open one is expected to bring. Legs are of different matches, so that the expectation of
 * their products is the product of their expectations. For an accumulator whose won legs count 1 × odds and whose void
 * legs count 1 this is potential return × chance of the open legs.
 * @param values one per leg
 * @returns minor units, not rounded
 */
export const fairValue = (bet: OpenBet, values: readonly number[]): number =>
  (Number(bet.stakeMinor - bet.cashedStakeMinor) / bet.lines) * symmetric(bet.k, values);

/** The elementary symmetric polynomial e_k of the values; of a full cover the sum over its sizes. */
const symmetric = (k: number, values: readonly number[]): number => {
  const sizes = lineSizes(k, values.length);
  const most = Math.max(...sizes);
  const sums = [1, ...Array.from({ length: most }, () => 0)];
  for (const value of values) {
    for (let j = most; j > 0; j--) sums[j] = (sums[j] ?? 0) + (sums[j - 1] ?? 0) * value;
  }
  return sizes.reduce((sum, size) => sum + (sums[size] ?? 0), 0);
};

/**
 * The offer for a fair value: the rest after the fee, rounded down.
 * @param fair minor units, not rounded
 * @param feeBp fee in hundredths of a percent of the fair value
 * @returns undefined when nothing is left to offer
 */
export const offerFor = (fair: number, feeBp: number): CashOutOffer | undefined => {
  const fairMinor = BigInt(Math.floor(fair));
  const offerMinor = (fairMinor * BigInt(10_000 - feeBp)) / 10_000n;
  if (offerMinor <= 0n) return undefined;
  return { fairMinor, feeMinor: fairMinor - offerMinor, offerMinor };
};

const sharePattern = /^(?:0\.(?<digits>[0-9]{1,4})|1(?:\.0{1,4})?)$/;

/** Reads a share in (0, 1], at most four decimals, as ten-thousandths; undefined for anything else. */
export const parseShare = (text: string): bigint | undefined => {
  const match = sharePattern.exec(text);
  if (!match) return undefined;
  const share = BigInt((match.groups?.['digits'] ?? '').padEnd(4, '0'));
  if (text.startsWith('1')) return 10_000n;
  return share > 0n ? share : undefined;
};

/** The effect of selling a part of a bet, and its payment. */
export type Sale = {
  partMinor: bigint;
  paysMinor: bigint;
  /** Nothing is left running. */
  isWhole: boolean;
};

/**
 * Sells a share of the running stake.
 * @param share ten-thousandths, 1 … 10,000
 * @param restMinMinor the least that may stay running
 * @returns undefined when the part or the rest would be too small
 */
export const sell = (
  bet: OpenBet,
  { offerMinor, share, restMinMinor }: { offerMinor: bigint; share: bigint; restMinMinor: bigint },
): Sale | undefined => {
  const openMinor = bet.stakeMinor - bet.cashedStakeMinor;
  if (openMinor <= 0n) return undefined;
  const { partMinor, restMinor, paysMinor } = partSale({ openMinor, offerMinor, share });
  if (partMinor <= 0n || (restMinor > 0n && restMinor < restMinMinor)) return undefined;
  return paysMinor > 0n ? { partMinor, paysMinor, isWhole: restMinor === 0n } : undefined;
};

/** The final state of a bet that was sold whole, by its total return. */
export const stateSold = (bet: OpenBet, sale: Sale): 'win' | 'lose' | 'refund' => {
  const broughtMinor = bet.cashOutMinor + sale.paysMinor;
  if (broughtMinor === bet.stakeMinor) return 'refund';
  return broughtMinor > bet.stakeMinor ? 'win' : 'lose';
};
