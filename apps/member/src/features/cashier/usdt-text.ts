import { formatAmount, parseAmount } from '@touchline/money/amount';

/** Decimals USDT has on its chains. */
export const usdtScale = 6;

/** An amount of USDT without trailing zeros, but with at least two decimals: "101.630000" is "101.63". */
export const usdtText = (amount: string): string => {
  const minor = parseAmount(amount, usdtScale);
  if (minor === undefined) return amount;
  const [whole = '', decimals = ''] = formatAmount(minor, usdtScale).split('.');
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
};
