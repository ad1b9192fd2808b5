import { expect, it, test } from 'vitest';
import { missingApprovals } from './approvals.tsx';
import { referencesIn } from './payout-hold.tsx';
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

test('a withdrawal in review waits for those who have not approved it', () => {
  const withdrawal = { stage: 'in_review' } as const;
  expect(missingApprovals({ withdrawal, approvals: [], approvalsNeeded: 2 })).toBe(2);
  expect(missingApprovals({ withdrawal, approvals: [{}], approvalsNeeded: 2 })).toBe(1);
  expect(missingApprovals({ withdrawal, approvals: [{}, {}], approvalsNeeded: 2 })).toBe(0);
});

test('one that was refused, cancelled or is being paid waits for no operator', () => {
  expect(missingApprovals({ withdrawal: {}, approvals: [], approvalsNeeded: 2 })).toBe(0);
  expect(missingApprovals({ withdrawal: { stage: 'paying' }, approvals: [{}], approvalsNeeded: 2 })).toBe(0);
});

it('takes the first field of each line, each reference once', () => {
  expect(referencesIn('BANK 1\t20.00\n\nBANK 2;30.00\r\nBANK 1\n  0xabc, 5\n')).toEqual([
    'BANK 1',
    'BANK 2',
    '0xabc',
  ]);
  expect(referencesIn('')).toEqual([]);
});
