import { parseAmount } from '@touchline/money/amount';

/**
 * How much of a limit is used, for a bar.
 * @returns whole percent, 0 … 100; a limit of nothing is used up, and 100 only when nothing is left
 */
export const usedPercent = (used: string, limit: string, scale: number): number => {
  const whole = parseAmount(limit, scale) ?? 0n;
  const part = parseAmount(used, scale) ?? 0n;
  if (part >= whole) return 100;
  return Number((part * 100n) / whole);
};
