import { parseAmount } from '@touchline/money/amount';
import { partSale, type PartSale } from '@touchline/money/part-sale';
import type { Bet } from '@touchline/contract/shapes/bet';

/** Why a share cannot be sold: its part or what stays would be too small. */
type SaleProblem = 'too_small' | 'rest_too_small';

/** A share of an open bet at an offer, in minor units. */
export type Sale = PartSale & { openMinor: bigint; problem: SaleProblem | undefined };

/** Whether there can be an offer at all: a leg is open, and none has taken the whole return away. */
export const canBeSold = (bet: Pick<Bet, 'state' | 'legs'>, potential: string): boolean =>
  (bet.state === 'waiting' || bet.state === 'in_progress') &&
  bet.legs.some(({ outcome }) => outcome === undefined) &&
  /[1-9]/.test(potential);

/** Percents of a bet that are one tap away. */
export const shareSteps = [25, 50, 75, 100] as const;

/** A share in percent as the wire takes it: 25 is "0.25", 100 is "1". */
export const shareText = (percent: number): string =>
  percent >= 100 ? '1' : `0.${String(percent).padStart(2, '0')}`;

/** The stake of a bet that is still running. */
export const openStake = (bet: Pick<Bet, 'stake' | 'openStake'>): string => bet.openStake ?? bet.stake;

/**
 * Works out what selling so much of a bet pays, as the book will.
 * @param percent 1 … 100
 * @param restMin the least stake that may go on running, an amount
 * @returns undefined for a bet that has no stake running
 */
export const saleOf = (
  bet: Pick<Bet, 'stake' | 'openStake'>,
  { offer, percent, restMin, scale }: { offer: string; percent: number; restMin: string; scale: number },
): Sale | undefined => {
  const openMinor = parseAmount(openStake(bet), scale);
  const offerMinor = parseAmount(offer, scale);
  if (openMinor === undefined || offerMinor === undefined || openMinor === 0n) return undefined;
  const sale = partSale({ openMinor, offerMinor, share: BigInt(percent) * 100n });
  const min = parseAmount(restMin, scale) ?? 0n;
  const problem = () => {
    if (sale.paysMinor === 0n) return 'too_small';
    return sale.restMinor > 0n && sale.restMinor < min ? 'rest_too_small' : undefined;
  };
  return { ...sale, openMinor, problem: problem() };
};

/** How long an offer stands at most. */
const lifeMaxMs = 8_000;

/** How long an offer still stands for the reader; a clock that is wrong takes the whole of it. */
export const lifeOf = (expiresAt: string, now: number): number => {
  const leftMs = Date.parse(expiresAt) - now;
  return leftMs > 0 && leftMs <= lifeMaxMs ? leftMs : lifeMaxMs;
};
