import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptMicro, keptPercent, theoreticalMicro } from './theoretical.ts';

describe('what a house expects to keep', () => {
  it('of one leg is m/(1+m), rounded down to a millionth', () => {
    expect(keptMicro(0)).toBe(0);
    expect(keptMicro(500)).toBe(47_619);
    expect(keptMicro(1_500)).toBe(130_434);
    expect(keptMicro(10_000)).toBe(500_000);
  });

  it('reads in percent as it is kept, to the last decimal', () => {
    expect([0, 500, 1_500, 10_000].map(keptPercent)).toEqual(['0.0000', '4.7619', '13.0434', '50.0000']);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (marginBp) => {
        expect(keptPercent(marginBp).replace('.', '')).toBe(String(keptMicro(marginBp)).padStart(5, '0'));
      }),
    );
  });

  it('of several legs grows with each of them', () => {
    expect(theoreticalMicro(1, [500])).toBe(47_619);
    // 1 - (1 - 0.047619)^2 = 0.092970431…
    expect(theoreticalMicro(2, [500, 500])).toBe(92_970);
    expect(theoreticalMicro(2, [500, 0])).toBe(47_619);
  });

  it('of a system is the mean over its lines', () => {
    // Three pairs of the same legs: each pair as above.
    expect(theoreticalMicro(2, [500, 500, 500])).toBe(92_970);
    // One leg each: the mean of 0, 47619 and 130434.
    expect(theoreticalMicro(1, [0, 500, 1_500])).toBe(59_351);
  });

  it('of a full cover is the mean over all its lines', () => {
    // Three doubles and a treble of 5 %: (3 × (1 - 0.952381²) + (1 - 0.952381³)) / 4.
    expect(theoreticalMicro(-2, [500, 500, 500])).toBe(103_768);
    expect(theoreticalMicro(-1, [0, 0, 0])).toBe(0);
  });

  it('refuses what is no margin and no system', () => {
    expect(() => keptMicro(-1)).toThrow(RangeError);
    expect(() => keptMicro(0.5)).toThrow(RangeError);
    expect(() => theoreticalMicro(3, [500, 500])).toThrow(RangeError);
    expect(() => theoreticalMicro(0, [])).toThrow(RangeError);
  });

  it('is the sum over the lines in any order, never all of the stake', () => {
    const margins = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(margins, fc.nat(), (bps, pick) => {
        const k = 1 + (pick % bps.length);
        const lines = choose(bps, k);
        const mean =
          lines.reduce(
            (sum, line) => sum + 1 - line.reduce((on, bp) => on * (1 - keptMicro(bp) / 1e6), 1),
            0,
          ) / lines.length;
        const got = theoreticalMicro(k, bps);
        expect(Math.abs(got - mean * 1e6)).toBeLessThan(1.001);
        expect(got).toBeLessThan(1_000_000);
        expect(theoreticalMicro(k, bps.toReversed())).toBe(got);
      }),
    );
  });
});

const choose = (of: readonly number[], k: number): number[][] => {
  if (k === 0) return [[]];
  return of.flatMap((one, i) => choose(of.slice(i + 1), k - 1).map((rest) => [one, ...rest]));
};
