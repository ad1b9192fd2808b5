import { expect, test } from 'vitest';
import { destinationOf } from './withdrawals.tsx';

test('a bank is named, with the end of the account', () => {
  const wallet = {
    id: 'w',
    type: 'bank' as const,
    bankName: 'North Bank',
    account: 'DE02120300000000202051',
  };
  expect(destinationOf(wallet)).toBe('North Bank …202051');
});

test('a chain is named by its network, with the end of the address', () => {
  const wallet = { id: 'w', type: 'usdt-trc20' as const, address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
  expect(destinationOf(wallet)).toBe('USDT TRC-20 …jpRTv8');
});

test('what is missing is left out', () => {
  expect(destinationOf({ id: 'w', type: 'bank' })).toBe('');
});
