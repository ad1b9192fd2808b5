import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '@touchline/money/amount';
import { usedPercent } from './share-of.ts';

describe('the bar of a limit', () => {
  it('shows what is used of it in whole percent', () => {
    expect(usedPercent('0.00', '100.00', 2)).toBe(0);
    expect(usedPercent('33.39', '100.00', 2)).toBe(33);
    expect(usedPercent('99.99', '100.00', 2)).toBe(99);
    expect(usedPercent('100.00', '100.00', 2)).toBe(100);
  });

  it('is full when more was used than a lowered limit allows, and with a limit of nothing', () => {
    expect(usedPercent('120.00', '100.00', 2)).toBe(100);
    expect(usedPercent('0.00', '0.00', 2)).toBe(100);
  });

  it('is full exactly when nothing is left', () => {
    const minor = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(minor, minor, (used, limit) => {
        const percent = usedPercent(formatAmount(used, 2), formatAmount(limit, 2), 2);
        expect(percent === 100).toBe(used >= limit);
        expect(percent).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
