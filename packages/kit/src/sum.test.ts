import * as fc from 'fast-check';
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

const textOf = (minor: bigint): string => {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

test('amounts add up to the minor unit, however large', () => {
  const minors = fc.array(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), { minLength: 1 });
  fc.assert(
    fc.property(minors, (all) => {
      expect(sumOf(all.map(textOf))).toBe(textOf(all.reduce((a, b) => a + b, 0n)));
    }),
  );
});

test('nothing is nothing', () => {
  expect(sumOf([])).toBe('0');
  expect(sumOf(['12', '-0.5'])).toBe('11.5');
});
