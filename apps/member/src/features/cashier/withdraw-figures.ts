import type { WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { typedMinor } from '../number-pad/keypad.ts';
import { feeOf } from './fee.ts';
import type { AmountProblem } from './recharge-figures.ts';

export type WithdrawFigures = {
  amountMinor: bigint;
  feeMinor: bigint;
  /** What will arrive; never below nothing. */
  receiveMinor: bigint;
  problem: AmountProblem | undefined;
  /** Whether the password is asked for such an amount. */
  needsPassword: boolean;
};

type Terms = Pick<
  WithdrawalTerms,
  'min' | 'max' | 'feePercent' | 'feeFixed' | 'feeMin' | 'available' | 'passwordFree'
>;

/**
 * What an amount typed for a withdrawal comes to, as the cashier reckons it.
 * @param typed as on the number pad, perhaps half-written
 * @param scale decimals of the wallet's currency
 */
export const withdrawFigures = (typed: string, terms: Terms, scale: number): WithdrawFigures => {
  const minor = (amount: string) => parseAmount(amount, scale) ?? 0n;
  const amountMinor = typedMinor(typed, scale) ?? 0n;
  const fee = { percent: terms.feePercent, fixedMinor: minor(terms.feeFixed), minMinor: minor(terms.feeMin) };
  const feeMinor = amountMinor === 0n ? 0n : feeOf(amountMinor, fee);
  const rest = amountMinor - feeMinor;
  const problem = (): AmountProblem | undefined => {
    if (amountMinor === 0n) return 'empty';
    if (amountMinor > minor(terms.available)) return 'available';
    if (amountMinor < minor(terms.min)) return 'min';
    if (amountMinor > minor(terms.max)) return 'max';
    return rest <= 0n ? 'nothing' : undefined;
  };
  return {
    amountMinor,
    feeMinor,
    receiveMinor: rest > 0n ? rest : 0n,
    problem: problem(),
    needsPassword: amountMinor > minor(terms.passwordFree),
  };
};

/** The most that can be withdrawn at once, as typed on the pad: what is there, or the maximum. */
export const allOfIt = ({ available, max }: Pick<Terms, 'available' | 'max'>, scale: number): string => {
  const [there, most] = [parseAmount(available, scale) ?? 0n, parseAmount(max, scale) ?? 0n];
  return formatAmount(there < most ? there : most, scale);
};
