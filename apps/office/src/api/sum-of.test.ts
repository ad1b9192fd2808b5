import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOf } from './sum-of.ts';

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
