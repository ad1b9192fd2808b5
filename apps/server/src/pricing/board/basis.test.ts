import { describe, expect, it } from 'vitest';
import { basisColumns, basisLevelOf, isSameBasis, readBasis, type DatedBasis } from './basis.ts';
import { basisTermsOf, shareOf } from './basis-terms.ts';

const at = new Date('2026-06-13T20:00:00Z');
const bases: DatedBasis[] = [
  { kind: 'market', source: 'PS/PS', at },
  {
    kind: 'market',
    source: 'PS/PS',
    best: [{ market: '1x2', line: '', oddsMilli: [2000, 3400, 4000], sources: ['PS', 'PS', 'B365'] }],
    at,
  },
  { kind: 'trader', at },
  { kind: 'results', results: 12, at },
  { kind: 'results', results: 12, shots: 9, at },
  { kind: 'results', results: undefined, at },
];
/** As the database gives it back: JSON is parsed. */
const stored = (basis: DatedBasis | undefined) => {
  const columns = basisColumns(basis);
  const best: unknown = columns.best_prices === null ? null : JSON.parse(columns.best_prices);
  return { ...columns, best_prices: best };
};
const settings = {
  BASIS_FEW_BELOW: 4,
  BASIS_RESULTS_BP: 8_000,
  BASIS_FEW_BP: 1_000,
  EXPOSURE_CAP_EVENT: '1000.00',
};

describe('the basis of prices', () => {
  it('is stored and read back', () => {
    for (const basis of bases) expect(readBasis({ ...stored(basis), basis_at: at })).toEqual(basis);
    expect(readBasis({ ...stored(undefined), basis_at: null })).toBeUndefined();
  });

  it('is the same without its time, and another with another source or count', () => {
    expect(isSameBasis(bases[2], { kind: 'trader' })).toBe(true);
    expect(isSameBasis({ kind: 'market', source: 'PS/PS' }, { kind: 'market', source: 'B365/B365' })).toBe(
      false,
    );
    expect(isSameBasis({ kind: 'results', results: 3 }, { kind: 'results', results: 4 })).toBe(false);
    expect(isSameBasis({ kind: 'results', results: 3, shots: 1 }, { kind: 'results', results: 3 })).toBe(
      false,
    );
    expect(isSameBasis(undefined, { kind: 'results' })).toBe(false);
  });

  it('is few results below the count of the settings; an unknown count is enough', () => {
    expect([3, 4, undefined].map((results) => basisLevelOf({ kind: 'results', results }, 4))).toEqual([
      'few_results',
      'results',
      'results',
    ]);
    expect(basisLevelOf({ kind: 'trader' }, 4)).toBe('trader');
    expect(basisLevelOf(undefined, 4)).toBeUndefined();
  });
});

describe('what follows from it', () => {
  const terms = basisTermsOf(settings);

  it('is a share of the caps and of the largest stake', () => {
    expect([...bases, { kind: 'results', results: 1 } as const, undefined].map(terms.shareBpOf)).toEqual([
      10_000, 10_000, 10_000, 8_000, 8_000, 8_000, 1_000, 10_000,
    ]);
    expect(shareOf(999n, 1_000)).toBe(99n);
  });

  it('is a warning where results alone allow much, but not of a replay', () => {
    const [market, , , results] = bases;
    const few: DatedBasis = { kind: 'results', results: 1 };
    expect(terms.hasHighCaps({ basis: results, replay: false })).toBe(true);
    expect(terms.hasHighCaps({ basis: results, replay: true })).toBe(false);
    expect(terms.hasHighCaps({ basis: market, replay: false })).toBe(false);
    expect(terms.hasHighCaps({ basis: few, replay: false })).toBe(false);
    const uncapped = basisTermsOf({ ...settings, EXPOSURE_CAP_EVENT: '0' });
    expect(uncapped.hasHighCaps({ basis: few, replay: false })).toBe(true);
  });
});
