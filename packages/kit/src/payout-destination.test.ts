import { expect, it } from 'vitest';
import { payoutDestination } from './payout-destination.ts';

it('is the account of a bank card, not where its bank is', () => {
  expect(
    payoutDestination({ type: 'bank', account: '6222021001112345678', address: 'Taunusanlage 12' }),
  ).toBe('6222021001112345678');
  expect(payoutDestination({ type: 'bank', account: '6222021001112345678' })).toBe('6222021001112345678');
});

it('is the address of a wallet', () => {
  const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
  expect(payoutDestination({ type: 'usdt-trc20', address })).toBe(address);
});
