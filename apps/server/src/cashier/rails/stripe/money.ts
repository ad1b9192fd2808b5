/** Currencies that both sides support, with the decimals of Stripe's smallest unit. */
const scales = new Map([
  ['USD', 2],
  ['EUR', 2],
  ['GBP', 2],
  ['CNY', 2],
  ['INR', 2],
  ['BRL', 2],
  ['JPY', 0],
  ['KWD', 3],
]);

export type Charge = { currency: string; amount: number };

/**
 * An amount in Stripe's form: an integer of the currency's smallest unit.
 * @param playCurrency Stripe's currency for play money
 * @returns undefined for a currency or an amount that Stripe does not support
 */
export const chargeOf = (
  amountMinor: bigint,
  currency: { code: string; scale: number },
  playCurrency: string,
): Charge | undefined => {
  const code = currency.code === 'PLAY' ? playCurrency : currency.code;
  if (scales.get(code) !== currency.scale || amountMinor <= 0n || amountMinor > 99_999_999n) return undefined;
  // With three decimals the last must be 0.
  if (currency.scale === 3 && amountMinor % 10n !== 0n) return undefined;
  return { currency: code.toLowerCase(), amount: Number(amountMinor) };
};
