import { expect, test } from 'vitest';
import { apartOf, marginOf, readOdds, sumOf, winnersOf } from './pricing.ts';

test('odds are read as people type them', () => {
  expect(readOdds(' 2,1 ')).toBe('2.10');
  expect(readOdds('1.005')).toBe('1.005');
  expect(['', '1', '0.5', '2.1.1', 'x', '-2'].map(readOdds)).toEqual(Array(6).fill(undefined));
});

test('the margin is what the prices keep, also where two of three win', () => {
  expect(marginOf(['2.10', '3.40', '3.60'], winnersOf('1x2'))).toBe('4.81');
  expect(marginOf(['1.30', '1.30', '1.80'], winnersOf('double_chance'))).toBe('4.70');
  expect(marginOf(['2.10', '2.10'], winnersOf('over_under'))).toBe('-4.76');
  expect(marginOf(['1.90', null], winnersOf('btts'))).toBe('-47.37');
});

test('the difference of a price from the model is in percent', () => {
  expect(apartOf('2.31', '2.10')).toBe(10);
  expect(apartOf('1.89', '2.10')).toBe(-10);
  expect(apartOf('2.10', null)).toBeUndefined();
  expect(apartOf(undefined, '2.10')).toBeUndefined();
});

test('amounts are added exactly', () => {
  expect(sumOf(['0.10', '0.20', '-0.35'])).toBe('-0.05');
  expect(sumOf(['90071992547409.93', '0.01'])).toBe('90071992547409.94');
  expect(sumOf(['12', '3'])).toBe('15');
  expect(sumOf([])).toBe('0');
});
