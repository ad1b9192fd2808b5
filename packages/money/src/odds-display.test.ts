import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayOdds, oddsFormats } from './odds-display.ts';

test.each([
  //      decimal  rate   fractional american hong_kong malay indonesian
  [1_500, '1.50', '50', '1/2', '-200', '0.50', '0.50', '-2.00'],
  [1_800, '1.80', '80', '4/5', '-125', '0.80', '0.80', '-1.25'],
  [1_950, '1.95', '95', '19/20', '-105', '0.95', '0.95', '-1.053'],
  [2_000, '2.00', '100', '1/1', '+100', '1.00', '1.00', '1.00'],
  [2_350, '2.35', '135', '27/20', '+135', '1.35', '-0.741', '1.35'],
  [2_500, '2.50', '150', '3/2', '+150', '1.50', '-0.667', '1.50'],
  [5_000, '5.00', '400', '4/1', '+400', '4.00', '-0.25', '4.00'],
  [1_010, '1.01', '1', '1/100', '-10000', '0.01', '0.01', '-100.00'],
  [1_330, '1.33', '33', '33/100', '-303', '0.33', '0.33', '-3.03'],
  [1_005, '1.005', '0.5', '1/200', '-20000', '0.005', '0.005', '-200.00'],
  [1_999, '1.999', '99.9', '999/1000', '-100', '0.999', '0.999', '-1.001'],
  [2_001, '2.001', '100.1', '1001/1000', '+100', '1.001', '-0.999', '1.001'],
  [3_333, '3.333', '233.3', '2333/1000', '+233', '2.333', '-0.429', '2.333'],
  [11_000, '11.00', '1000', '10/1', '+1000', '10.00', '-0.10', '10.00'],
  [501_000, '501.00', '50000', '500/1', '+50000', '500.00', '-0.002', '500.00'],
  [1_101_000, '1101.00', '110000', '1100/1', '+110000', '1100.00', '-0.00091', '1100.00'],
  [
    1_000_001_000,
    '1000001.00',
    '100000000',
    '1000000/1',
    '+100000000',
    '1000000.00',
    '-0.000001',
    '1000000.00',
  ],
])('%i thousandths in every way', (oddsMilli, ...written) => {
  expect(oddsFormats.map((format) => displayOdds(oddsMilli, format))).toEqual(written);
});

describe('halves promise less', () => {
  test.each([
    [2_005, '+100'],
    [2_015, '+101'],
    [2_006, '+101'],
    [1_320, '-313'],
    [1_640, '-156'],
    [1_096, '-1042'],
  ])('%i is %s', (oddsMilli, american) => {
    expect(displayOdds(oddsMilli, 'american')).toBe(american);
  });
});

test.each([1_000, 999, 0, -2_000, 1_500.5, Number.NaN, Number.POSITIVE_INFINITY])(
  '%d throws',
  (oddsMilli) => {
    const problem = new RangeError(`not odds in thousandths above 1: ${oddsMilli}`);
    expect(() => displayOdds(oddsMilli, 'decimal')).toThrow(problem);
  },
);

/** What a text says a stake of 1 gains. */
const gainOf: Record<(typeof oddsFormats)[number], (text: string) => number> = {
  decimal: (text) => Number(text) - 1,
  rate: (text) => Number(text) / 100,
  fractional: (text) => {
    const [num, den] = text.split('/').map(Number);
    return (num ?? Number.NaN) / (den ?? Number.NaN);
  },
  american: (text) => (text.startsWith('+') ? Number(text) / 100 : 100 / -Number(text)),
  hong_kong: Number,
  malay: signed,
  indonesian: signed,
};

function signed(text: string): number {
  return text.startsWith('-') ? 1 / -Number(text) : Number(text);
}

test('every way says the same gain, as nearly as it is written', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_001, max: 20_000 }),
      fc.constantFrom(...oddsFormats),
      (oddsMilli, format) => {
        const gain = (oddsMilli - 1000) / 1000;
        const said = gainOf[format](displayOdds(oddsMilli, format));
        const isExact = format !== 'american' && !displayOdds(oddsMilli, format).startsWith('-');
        // A stake of g' = 1/g is known to half of its last digit.
        const error = isExact
          ? 1e-9
          : format === 'american'
            ? 0.0051
            : 0.0006 * Math.max(gain, 1 / gain) * gain + 1e-9;
        expect(Math.abs(said - gain)).toBeLessThanOrEqual(error * Math.max(1, gain));
      },
    ),
  );
});

test('longer odds never look shorter', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_001, max: 600_000 }),
      fc.integer({ min: 1, max: 5_000 }),
      fc.constantFrom(...oddsFormats),
      (oddsMilli, more, format) => {
        const gain = (odds: number) => gainOf[format](displayOdds(odds, format));
        expect(gain(oddsMilli + more)).toBeGreaterThanOrEqual(gain(oddsMilli) - 1e-12);
      },
    ),
  );
});
