const basis = 10_000n;
const micro = 1_000_000n;

/** Percent and fixed part of a fee; percent in hundredths, amounts in minor units. */
export type FeeTerms = { feeBp: number; feeFixedMinor: bigint; feeMinMinor?: bigint };

/** The fee of an amount: percent plus the fixed part, rounded down, at least the minimum. Minor units. */
export const feeOf = (amountMinor: bigint, { feeBp, feeFixedMinor, feeMinMinor = 0n }: FeeTerms): bigint => {
  const fee = (amountMinor * BigInt(feeBp)) / basis + feeFixedMinor;
  return fee < feeMinMinor ? feeMinMinor : fee;
};

/** Hundredths of a percent as percent, "1.50". */
export const percentText = (bp: number): string =>
  `${Math.trunc(bp / 100)}.${String(bp % 100).padStart(2, '0')}`;

/**
 * The USDT to send for an amount, in millionths, rounded up to the cent, so that it is never too little.
 * @param rateMicro the wallet's currency for one USDT, in millionths
 * @param scale of the wallet's currency
 */
export const usdtFor = (amountMinor: bigint, rateMicro: bigint, scale: number): bigint => {
  const unit = micro / 100n;
  const numerator = amountMinor * micro * micro;
  const denominator = rateMicro * 10n ** BigInt(scale) * unit;
  return ((numerator + denominator - 1n) / denominator) * unit;
};

/**
 * The USDT that an amount is paid out as, in millionths, rounded down, so that the house never pays more than it is worth.
 * @param rateMicro the wallet's currency for one USDT, in millionths
 * @param scale of the wallet's currency
 */
export const usdtPaid = (amountMinor: bigint, rateMicro: bigint, scale: number): bigint =>
  (amountMinor * micro * micro) / (rateMicro * 10n ** BigInt(scale));

/** The worth of USDT in the wallet's currency, minor units, rounded down. */
export const worthOf = (usdtMicro: bigint, rateMicro: bigint, scale: number): bigint =>
  (usdtMicro * rateMicro * 10n ** BigInt(scale)) / (micro * micro);
