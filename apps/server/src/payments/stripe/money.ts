/** Currencies that both sides support. */
const supported: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP', 'CNY', 'INR', 'BRL', 'JPY', 'KWD']);

/**
 * Currencies whose unit is Stripe's smallest (https://docs.stripe.com/currencies). ISK and UGX have no decimals either, and
 * Stripe takes them, like HUF and TWD, with two.
 */
const whole: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);
const thousandths: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** The decimals of Stripe's smallest unit of a currency, which are not those of ISO 4217 or of a browser. */
export const stripeScale = (code: string): number => {
  if (whole.has(code)) return 0;
  return thousandths.has(code) ? 3 : 2;
};

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
  if (!supported.has(code) || stripeScale(code) !== currency.scale) return undefined;
  if (amountMinor <= 0n || amountMinor > 99_999_999n) return undefined;
  // With three decimals the last must be 0.
  if (currency.scale === 3 && amountMinor % 10n !== 0n) return undefined;
  return { currency: code.toLowerCase(), amount: Number(amountMinor) };
};
