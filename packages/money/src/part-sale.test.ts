import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partSale } from './part-sale.ts';

const anyMinor = fc.bigInt({ min: 1n, max: 10n ** 12n });
const anyShare = fc.bigInt({ min: 1n, max: 10_000n });

describe('selling a part', () => {
  it('takes its share of the stake and of the offer', () => {
    expect(partSale({ openMinor: 1000n, offerMinor: 2785n, share: 5000n })).toEqual({
      partMinor: 500n,
      restMinor: 500n,
      paysMinor: 1392n,
    });
  });

  it('of all pays the whole offer and leaves nothing', () => {
    fc.assert(
      fc.property(anyMinor, anyMinor, (openMinor, offerMinor) => {
        expect(partSale({ openMinor, offerMinor, share: 10_000n })).toEqual({
          partMinor: openMinor,
          restMinor: 0n,
          paysMinor: offerMinor,
        });
      }),
    );
  });

  it('never pays more than the offer and loses no stake', () => {
    fc.assert(
      fc.property(anyMinor, anyMinor, anyShare, (openMinor, offerMinor, share) => {
        const { partMinor, restMinor, paysMinor } = partSale({ openMinor, offerMinor, share });
        expect(partMinor + restMinor).toBe(openMinor);
        expect(paysMinor * openMinor).toBeLessThanOrEqual(offerMinor * partMinor);
        expect((paysMinor + 1n) * openMinor).toBeGreaterThan(offerMinor * partMinor);
      }),
    );
  });

  it('is refused when there is nothing to sell', () => {
    expect(() => partSale({ openMinor: 0n, offerMinor: 1n, share: 1n })).toThrow('no part: 1 of 0');
    expect(() => partSale({ openMinor: 1n, offerMinor: 1n, share: 0n })).toThrow(RangeError);
    expect(() => partSale({ openMinor: 1n, offerMinor: 1n, share: 10_001n })).toThrow(RangeError);
  });
});
