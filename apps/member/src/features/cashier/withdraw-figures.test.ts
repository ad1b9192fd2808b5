import { expect, it } from 'vitest';
import { allOfIt, withdrawFigures } from './withdraw-figures.ts';

const terms = {
  min: '10.00',
  max: '50000.00',
  feePercent: '1.00',
  feeFixed: '0.00',
  feeMin: '1.00',
  available: '1284.50',
  passwordFree: '500.00',
};

it('takes the fee from the amount, at least the least fee', () => {
  expect(withdrawFigures('250.55', terms, 2)).toEqual({
    amountMinor: 25_055n,
    feeMinor: 250n,
    receiveMinor: 24_805n,
    problem: undefined,
    needsPassword: false,
  });
  expect(withdrawFigures('10', terms, 2)).toMatchObject({ feeMinor: 100n, receiveMinor: 900n });
});

it.each([
  ['', 'empty'],
  ['9.99', 'min'],
  ['1284.50', undefined],
  ['1284.51', 'available'],
])('%j is %s', (typed, problem) => {
  expect(withdrawFigures(typed, terms, 2).problem).toBe(problem);
});

it('tells the maximum from the balance, and an amount the fee eats up', () => {
  expect(withdrawFigures('1200', { ...terms, max: '1000' }, 2).problem).toBe('max');
  expect(withdrawFigures('1', { ...terms, min: '0.50' }, 2)).toMatchObject({
    receiveMinor: 0n,
    problem: 'nothing',
  });
});

it('asks for the password above the threshold, not at it', () => {
  expect(withdrawFigures('500', terms, 2).needsPassword).toBe(false);
  expect(withdrawFigures('500.01', terms, 2).needsPassword).toBe(true);
});

it('can take all there is, up to the maximum', () => {
  expect(allOfIt(terms, 2)).toBe('1284.50');
  expect(allOfIt({ available: '90000.00', max: '50000.00' }, 2)).toBe('50000.00');
});
