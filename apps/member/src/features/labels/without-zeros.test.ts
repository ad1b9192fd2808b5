import { expect, it } from 'vitest';
import { withoutZeros } from './without-zeros.ts';

it('leaves the zeros at the end of a figure away, but for two decimals', () => {
  expect(['25.120000', '25.000000', '0.123456', '25', '-2.500000', '10.100001'].map(withoutZeros)).toEqual([
    '25.12',
    '25.00',
    '0.123456',
    '25',
    '-2.50',
    '10.100001',
  ]);
});
