import type { TurnoverStep } from '@touchline/contract/shapes/cashier';
import { parseAmount, formatAmount } from '@touchline/money/amount';

/** Whether an amount is zero, however many decimals it has. */
export const isNothing = (amount: string): boolean => /^-?[0.]*$/.test(amount);

/**
 * How much of the turnover owed is done, for a bar: what the bets since nothing was owed have done, of that and what
 * is left.
 * @param steps newest first, perhaps not all of them
 * @returns 0 … 100
 */
export const turnoverPercent = (
  steps: readonly Pick<TurnoverStep, 'kind' | 'counted' | 'left'>[],
  left: string,
  scale: number,
): number => {
  if (isNothing(left)) return 100;
  const end = steps.findIndex((step) => isNothing(step.left));
  const open = end < 0 ? steps : steps.slice(0, end);
  const taken = open
    .filter(({ kind }) => kind === 'bet')
    .reduce((sum, { counted }) => sum + (parseAmount(counted, scale) ?? 0n), 0n);
  const owed = (parseAmount(left, scale) ?? 0n) + taken;
  return owed === 0n ? 100 : Number((taken * 100n) / owed);
};

/** Decimals USDT has on its chains. */
export const usdtScale = 6;

/** An amount of USDT without trailing zeros, but with at least two decimals: "101.630000" is "101.63". */
export const usdtText = (amount: string): string => {
  const minor = parseAmount(amount, usdtScale);
  if (minor === undefined) return amount;
  const [whole = '', decimals = ''] = formatAmount(minor, usdtScale).split('.');
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
};
