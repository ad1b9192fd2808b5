/** A money of account. `scale` is the number of decimals of its minor unit: 2 for cents. */
export type Currency = { code: string; name: string; symbol: string; scale: number };

const table = {
  PLAY: { code: 'PLAY', name: 'Play money', symbol: 'P', scale: 2 },
  USD: { code: 'USD', name: 'US dollar', symbol: '$', scale: 2 },
  EUR: { code: 'EUR', name: 'Euro', symbol: '€', scale: 2 },
  GBP: { code: 'GBP', name: 'Pound sterling', symbol: '£', scale: 2 },
  CNY: { code: 'CNY', name: 'Chinese yuan', symbol: '¥', scale: 2 },
  INR: { code: 'INR', name: 'Indian rupee', symbol: '₹', scale: 2 },
  BRL: { code: 'BRL', name: 'Brazilian real', symbol: 'R$', scale: 2 },
  JPY: { code: 'JPY', name: 'Japanese yen', symbol: '¥', scale: 0 },
  KWD: { code: 'KWD', name: 'Kuwaiti dinar', symbol: 'KD', scale: 3 },
  // Six decimals as on the chains, so that a deposit is credited to the last unit.
  USDT: { code: 'USDT', name: 'Tether USD', symbol: '₮', scale: 6 },
} as const satisfies Record<string, Currency>;

export type CurrencyCode = keyof typeof table;

/** Every currency a wallet can be kept in, by code. */
export const currencies: Readonly<Record<CurrencyCode, Currency>> = table;

/**
 * Looks a currency up by its code.
 * @param code upper-case code, may come from outside
 * @returns the currency, or undefined when there is none of that code
 */
export function currencyOf(code: string): Currency | undefined {
  return Object.values(currencies).find((currency) => currency.code === code);
}
