import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeOf } from './fee.ts';
import { aboutUsdt, rechargeFigures, usdtText } from './recharge-figures.ts';

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
  it('is told about, rounded up to the cent', () => {
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
