import { parseAmount } from '@touchline/money/amount';

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
