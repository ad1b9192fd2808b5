import type { TurnoverStep } from '@touchline/contract/shapes/cashier';
import { parseAmount } from '@touchline/money/amount';

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
