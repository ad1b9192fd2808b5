import type { Withdrawal } from '@touchline/contract/shapes/cashier';

const networks = { 'usdt-trc20': 'USDT TRC-20', 'usdt-erc20': 'USDT ERC-20' };

/** Where a withdrawal goes, on one line: its kind and the end of the account or address. */
export const destinationOf = ({ type, bankName, account, address }: Withdrawal['wallet']): string => {
  const number = account ?? address ?? '';
  const end = number.length > 8 ? `…${number.slice(-6)}` : number;
  return [type === 'bank' ? bankName : networks[type], end].filter(Boolean).join(' ');
};
