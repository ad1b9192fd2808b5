import { expect, it } from 'vitest';
import { referencesIn } from './payout-hold.tsx';

it('takes the first field of each line, each reference once', () => {
  expect(referencesIn('BANK 1\t20.00\n\nBANK 2;30.00\r\nBANK 1\n  0xabc, 5\n')).toEqual([
    'BANK 1',
    'BANK 2',
    '0xabc',
  ]);
  expect(referencesIn('')).toEqual([]);
});
