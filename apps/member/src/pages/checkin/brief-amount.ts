/**
 * An amount for a narrow place: a long one without cents is written whole, "12500.00" as "12500". Nothing is rounded.
 */
export const briefAmount = (amount: string): string =>
  amount.length > 6 ? amount.replace(/\.0+$/, '') : amount;
