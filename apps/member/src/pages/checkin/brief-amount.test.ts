import { expect, test } from 'vitest';
import { briefAmount } from './brief-amount.ts';

test('only cents that are none are left out, and only of long amounts', () => {
  expect(['1.00', '100.00', '1000.00', '12500.00', '12500.50', '1000'].map(briefAmount)).toEqual([
    '1.00',
    '100.00',
    '1000',
    '12500',
    '12500.50',
    '1000',
  ]);
});
