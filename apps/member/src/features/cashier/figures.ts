import type { RechargeChannel, WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { typedMinor } from '../number-pad/keypad.ts';
import { usdtScale, usdtText } from './amounts.ts';

/** Decimals a percentage of the wire may have. */
const percentScale = 4;

/**
 * What is kept of an amount: a percentage of it and a fixed part, rounded down once to the minor unit.
 * @param amountMinor the whole amount
 * @param terms percent as on the wire ("1.50" is 1.5 %), the fixed part and the least fee in minor units
 */
export const feeOf = (
  amountMinor: bigint,
  terms: { percent: string; fixedMinor: bigint; minMinor?: bigint },
): bigint => {
  const percent = parseAmount(terms.percent, percentScale) ?? 0n;
  const fee = (amountMinor * percent) / 10n ** BigInt(percentScale + 2) + terms.fixedMinor;
  const { minMinor = 0n } = terms;
  return fee < minMinor ? minMinor : fee;
};

/** Decimals a rate may have. */
const rateScale = 8;

/** Why an amount cannot be sent. */
export type AmountProblem = 'empty' | 'min' | 'max' | 'nothing' | 'available';

type RechargeFigures = {
  amountMinor: bigint;
  feeMinor: bigint;
  /** What the wallet will get; never below nothing. */
  receiveMinor: bigint;
  problem: AmountProblem | undefined;
};

/**
 * The result of an amount typed for a recharge.
 * @param typed as on the number pad, perhaps half-written
 * @param scale decimals of the wallet's currency
 */
export const rechargeFigures = (
  typed: string,
  channel: Pick<RechargeChannel, 'min' | 'max' | 'fee' | 'feeFixed'>,
  scale: number,
): RechargeFigures => {
  const minor = (amount: string) => parseAmount(amount, scale) ?? 0n;
  const amountMinor = typedMinor(typed, scale) ?? 0n;
  const feeMinor =
    amountMinor === 0n
      ? 0n
      : feeOf(amountMinor, { percent: channel.fee, fixedMinor: minor(channel.feeFixed) });
  const rest = amountMinor - feeMinor;
  const problem = (): AmountProblem | undefined => {
    if (amountMinor === 0n) return 'empty';
    if (amountMinor < minor(channel.min)) return 'min';
    if (amountMinor > minor(channel.max)) return 'max';
    return rest <= 0n ? 'nothing' : undefined;
  };
  return { amountMinor, feeMinor, receiveMinor: rest > 0n ? rest : 0n, problem: problem() };
};

/**
 * About how much USDT an amount is at a rate, rounded up to the cent; the exact amount is fixed with the recharge.
 * @param rate units of the wallet's currency for one USDT
 * @returns undefined for a rate that is none
 */
export const aboutUsdt = (
  amountMinor: bigint,
  { rate, scale }: { rate: string; scale: number },
): string | undefined => {
  const rateUnits = parseAmount(rate, rateScale);
  if (rateUnits === undefined || rateUnits === 0n) return undefined;
  // Cents of USDT: two decimals, so the amount is brought to the scale of rate and cent together.
  const over = amountMinor * 10n ** BigInt(rateScale + 2);
  const under = rateUnits * 10n ** BigInt(scale);
  return formatAmount((over + under - 1n) / under, 2);
};

/**
 * The USDT that an amount is paid out as, rounded down to what the chain can carry, as the server fixes it with the request.
 * @param rate units of the wallet's currency for one USDT
 * @returns undefined for a rate that is none
 */
export const paidUsdt = (
  amountMinor: bigint,
  { rate, scale }: { rate: string; scale: number },
): string | undefined => {
  const rateUnits = parseAmount(rate, rateScale);
  if (rateUnits === undefined || rateUnits === 0n) return undefined;
  const units = (amountMinor * 10n ** BigInt(rateScale + usdtScale)) / (rateUnits * 10n ** BigInt(scale));
  return usdtText(formatAmount(units, usdtScale));
};

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
 * The figures of an amount typed for a withdrawal, by the cashier's own rules.
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
