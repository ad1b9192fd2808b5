import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bpOf, percentOf } from './percent.ts';

test('percent and hundredths of it are the same amount', () => {
  expect(percentOf('150')).toBe('1.50');
  expect(percentOf('5')).toBe('0.05');
  expect(bpOf('1.5')).toBe('150');
  expect(bpOf('0.05')).toBe('5');
  fc.assert(
    fc.property(fc.nat(1_000_000), (bp) => {
      expect(bpOf(percentOf(String(bp)))).toBe(String(bp));
    }),
  );
});

test('a text that is neither is passed on as typed', () => {
  for (const text of ['', 'x', '1.234', '-1', '1,5']) expect(bpOf(text)).toBe(text);
  expect(percentOf('1.5')).toBe('1.5');
});
