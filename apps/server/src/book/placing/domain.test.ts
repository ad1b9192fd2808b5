import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { potential } from '@touchline/money/payout';
import { accepts, largestStake } from './domain.ts';

describe('what a member accepts', () => {
  const cases = [
    ['none', 2000, 2000, true],
    ['none', 2000, 2050, false],
    ['none', 2000, 1950, false],
    ['better', 2000, 2050, true],
    ['better', 2000, 1950, false],
    ['any', 2000, 2050, true],
    ['any', 2000, 1950, true],
  ] as const;
  it.each(cases)('%s: seen %i, now %i → %s', (accept, seen, now, taken) => {
    expect(accepts(accept, seen, now)).toBe(taken);
  });
});

describe('the largest stake', () => {
  it('keeps within the stake and the potential return, and not a cent less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1001, max: 501_000 }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        (oddsMilli, maxMinor, potentialMaxMinor) => {
          const max = largestStake(oddsMilli, { minMinor: 1n, maxMinor, potentialMaxMinor });
          expect(max).toBeLessThanOrEqual(maxMinor);
          expect(potential(max, [oddsMilli])).toBeLessThanOrEqual(potentialMaxMinor);
          const more = max + 1n;
          expect(more > maxMinor || potential(more, [oddsMilli]) > potentialMaxMinor).toBe(true);
        },
      ),
    );
  });
});
