import type { Withdrawal } from '@touchline/contract/shapes/cashier';

/** Where a withdrawal goes, on one line: its kind and the end of the account or address. */
export const destinationOf = ({ type, bankName, account, address }: Withdrawal['wallet']): string => {
  const number = account ?? address ?? '';
  const end = number.length > 8 ? `…${number.slice(-6)}` : number;
  return [type === 'bank' ? bankName : type.toUpperCase(), end].filter(Boolean).join(' ');
};
