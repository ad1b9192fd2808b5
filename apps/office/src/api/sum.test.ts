import { expect, test } from 'vitest';
import { isZero, sumOf } from './sum.ts';

test('amounts add up exactly, however large', () => {
  expect(sumOf([])).toBe('0');
  expect(sumOf(['-3.20', '3.20'])).toBe('0.00');
  expect(sumOf(['0.10', '0.20'])).toBe('0.30');
  expect(sumOf(['-0.05', '0.02'])).toBe('-0.03');
  expect(sumOf(['99999999999999.99', '0.01'])).toBe('100000000000000.00');
  expect(sumOf(['12', '-2'])).toBe('10');
});

test('nothing is nothing in any scale', () => {
  expect(['0', '0.00', '-0.00'].every(isZero)).toBe(true);
  expect(['0.01', '-1', '10.00'].some(isZero)).toBe(false);
});
