import type { AccountTotal } from '../wallet/liabilities.ts';

/** An amount of a currency as entries write it, in minor units. */
export type EntryAmount = { currency: string; amount: string };

/**
 * Play money that was issued: what members were given, less what was taken back. The house has no other reserves of a currency that
 * it issues itself.
 * @param house the house's accounts, which are below zero by what they gave
 */
export const issuedIn = (house: readonly AccountTotal[]): EntryAmount[] =>
  house
    .filter(({ account }) => account === 'promotions')
    .map(({ currency, amountMinor }) => ({ currency, amount: String(-amountMinor) }));
