import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount, parseAmount } from './amount.ts';

describe('parseAmount', () => {
  test.each([
    ['0', 2, 0n],
    ['0.00', 2, 0n],
    ['10', 2, 1000n],
    ['12.5', 2, 1250n],
    ['12.50', 2, 1250n],
    ['0.05', 2, 5n],
    ['7', 0, 7n],
    ['0.000001', 6, 1n],
    ['999999999999.99', 2, 99999999999999n],
  ])('%s with %i decimals is %i', (text, scale, minor) => {
    expect(parseAmount(text, scale)).toBe(minor);
  });

  test.each([
    ['', 2],
    ['.', 2],
    ['.5', 2],
    ['5.', 2],
    ['007', 2],
    ['00', 2],
    ['1.234', 2],
    ['1.', 0],
    ['1.0', 0],
    ['1e3', 2],
    ['1E3', 2],
    ['0x10', 2],
    [' 1', 2],
    ['1 ', 2],
    ['1\n', 2],
    ['1,000', 2],
    ['1.2.3', 2],
    ['+1', 2],
    ['-1', 2],
    ['-0', 2],
    ['--1', 2],
    ['NaN', 2],
    ['Infinity', 2],
    ['١', 2],
    ['１', 2],
    ['1000000000000', 2],
    ['9'.repeat(100_000), 2],
    [`0.${'0'.repeat(50)}1`, 2],
  ])('%j with %i decimals is refused', (text, scale) => {
    expect(parseAmount(text, scale)).toBeUndefined();
  });

  test('a sign only where one is asked for, and never on zero', () => {
    expect(parseAmount('-0.05', 2, { signed: true })).toBe(-5n);
    expect(parseAmount('3', 2, { signed: true })).toBe(300n);
    expect(parseAmount('-0', 2, { signed: true })).toBeUndefined();
    expect(parseAmount('-999999999999.99', 2, { signed: true })).toBe(-99999999999999n);
    expect(parseAmount('-3', 2, { signed: false })).toBeUndefined();
    expect(parseAmount('+3', 2, { signed: true })).toBeUndefined();
  });
});

describe('formatAmount', () => {
  test.each([
    [1250n, 2, '12.50'],
    [-5n, 2, '-0.05'],
    [0n, 2, '0.00'],
    [7n, 0, '7'],
    [-7n, 0, '-7'],
    [1n, 6, '0.000001'],
  ])('%i with %i decimals is %s', (minor, scale, text) => {
    expect(formatAmount(minor, scale)).toBe(text);
  });
});

test('what is written is read back', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 12n) + 1n, max: 10n ** 12n - 1n }),
      fc.integer({ min: 0, max: 6 }),
      (minor, scale) => {
        expect(parseAmount(formatAmount(minor, scale), scale, { signed: true })).toBe(minor);
      },
    ),
  );
});

test('the number that is read is the number in the text', () => {
  const digit = fc.constantFrom(...'0123456789.-'.split(''));
  fc.assert(
    fc.property(fc.string({ unit: digit, maxLength: 9 }), (text) => {
      const minor = parseAmount(text, 2, { signed: true });
      fc.pre(minor !== undefined);
      expect(Number(minor)).toBeCloseTo(Number(text) * 100, 6);
    }),
  );
});
