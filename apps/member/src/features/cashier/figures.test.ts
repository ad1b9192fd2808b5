import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aboutUsdt, allOfIt, feeOf, paidUsdt, rechargeFigures, withdrawFigures } from './figures.ts';
import { turnoverPercent, usdtText } from './amounts.ts';

const channel = { min: '10.00', max: '5000.00', fee: '1.50', feeFixed: '0.30' };

describe('a fee', () => {
  it('is a percentage and a fixed part, rounded down to the cent', () => {
    expect(feeOf(10_000n, { percent: '1.50', fixedMinor: 30n })).toBe(180n);
    expect(feeOf(9_999n, { percent: '1.50', fixedMinor: 0n })).toBe(149n);
    expect(feeOf(10_000n, { percent: '0', fixedMinor: 0n })).toBe(0n);
    expect(feeOf(10_000n, { percent: '0.0125', fixedMinor: 0n })).toBe(1n);
  });

  it('is no less than its minimum', () => {
    expect(feeOf(1_000n, { percent: '1', fixedMinor: 0n, minMinor: 100n })).toBe(100n);
    expect(feeOf(20_000n, { percent: '1', fixedMinor: 0n, minMinor: 100n })).toBe(200n);
  });

  it('never exceeds the exact percentage', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.integer({ min: 0, max: 1000 }), (amount, hundredths) => {
        const fee = feeOf(amount, { percent: (hundredths / 100).toFixed(2), fixedMinor: 0n });
        const exact = amount * BigInt(hundredths);
        expect(fee * 10_000n <= exact && (fee + 1n) * 10_000n > exact).toBe(true);
      }),
    );
  });
});

describe('an amount for a recharge', () => {
  it('comes to the wallet less the fee', () => {
    expect(rechargeFigures('100', channel, 2)).toEqual({
      amountMinor: 10_000n,
      feeMinor: 180n,
      receiveMinor: 9_820n,
      problem: undefined,
    });
  });

  it.each([
    ['', 'empty'],
    ['0.', 'empty'],
    ['9.99', 'min'],
    ['5000.01', 'max'],
    ['10', undefined],
    ['5000', undefined],
  ])('%j is %s', (typed, problem) => {
    expect(rechargeFigures(typed, channel, 2).problem).toBe(problem);
  });

  it('that the fee eats up cannot be sent', () => {
    const eaten = rechargeFigures('1', { min: '0.00', max: '5', fee: '0', feeFixed: '1.00' }, 2);
    expect(eaten).toMatchObject({ receiveMinor: 0n, problem: 'nothing' });
  });
});

describe('USDT', () => {
  it('is shown rounded up to the cent', () => {
    expect(aboutUsdt(10_000n, { rate: '1', scale: 2 })).toBe('100.00');
    expect(aboutUsdt(10_000n, { rate: '7.2', scale: 2 })).toBe('13.89');
    expect(aboutUsdt(1_000n, { rate: '150.5', scale: 0 })).toBe('6.65');
    expect(aboutUsdt(10_000n, { rate: '0', scale: 2 })).toBeUndefined();
  });

  it('shows the decimals that say something', () => {
    expect(usdtText('101.630000')).toBe('101.63');
    expect(usdtText('101.630017')).toBe('101.630017');
    expect(usdtText('100')).toBe('100.00');
    expect(usdtText('100.5')).toBe('100.50');
    expect(usdtText('much')).toBe('much');
  });
});

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

it('distinguishes the maximum from the balance, and finds an amount that the fee uses up', () => {
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

describe('what a withdrawal is in USDT', () => {
  it('is rounded down to the millionth', () => {
    expect(paidUsdt(14_850n, { rate: '1.02', scale: 2 })).toBe('145.588235');
    expect(paidUsdt(10_200n, { rate: '1.02', scale: 2 })).toBe('100.00');
    expect(paidUsdt(100n, { rate: '6.00', scale: 2 })).toBe('0.166666');
  });

  it('is nothing at a rate that is none', () => {
    expect(paidUsdt(100n, { rate: '0', scale: 2 })).toBeUndefined();
    expect(paidUsdt(100n, { rate: '', scale: 2 })).toBeUndefined();
  });
});

const bet = (counted: string, left: string) => ({ kind: 'bet' as const, counted, left });
const recharge = (counted: string, left: string) => ({ kind: 'recharge' as const, counted, left });

it('is what the bets have taken of all that was owed', () => {
  expect(turnoverPercent([bet('25.00', '75.00'), recharge('-100.00', '100.00')], '75.00', 2)).toBe(25);
  expect(turnoverPercent([recharge('-100.00', '100.00')], '100.00', 2)).toBe(0);
});

it('starts again when nothing was owed', () => {
  const before = [bet('100.00', '0.00'), recharge('-100.00', '100.00')];
  expect(turnoverPercent([bet('10.00', '40.00'), recharge('-50.00', '50.00'), ...before], '40.00', 2)).toBe(
    20,
  );
});

it('is done when nothing is left, and begins at nothing', () => {
  expect(turnoverPercent([], '0.00', 2)).toBe(100);
  expect(turnoverPercent([], '12.00', 2)).toBe(0);
});
