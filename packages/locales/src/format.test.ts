import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatCount,
  formatDecimal,
  formatMoney,
  formatOdds,
  formatPercent,
  formatSignedMoney,
} from './format.ts';
import { locales, type Lan } from './locales.ts';

const lans: Lan[] = locales.map(({ lan }) => lan);
const nbsp = '\u00A0';

describe('amounts', () => {
  test.each<[Lan, string]>([
    ['en', '1,284.50'],
    ['de', '1.284,50'],
    ['ar', '1,284.50'],
    ['zh-CN', '1,284.50'],
    ['es', '1.284,50'],
    ['fr', '1\u202F284,50'],
    ['hi', '1,284.50'],
  ])('in %s', (lan, expected) => {
    expect(formatMoney('1284.50', { lan })).toBe(expected);
    expect(formatMoney('1284.50', { lan, currency: 'PLAY' })).toBe(`${expected}${nbsp}PLAY`);
  });

  test('keep every digit, however long, in every language', () => {
    const decimal = fc
      .tuple(
        fc.boolean(),
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.integer({ min: 0, max: 8 }),
        fc.bigInt({ min: 0n, max: 10n ** 8n - 1n }),
      )
      .map(([negative, whole, places, part]) => {
        const fraction = places === 0 ? '' : `.${part.toString().padStart(8, '0').slice(0, places)}`;
        return `${negative ? '-' : ''}${whole}${fraction}`;
      });
    fc.assert(
      fc.property(decimal, fc.constantFrom(...lans), (value, lan) => {
        const shown = formatDecimal(value, lan);
        expect(shown.replaceAll(/\D/g, '')).toBe(value.replaceAll(/\D/g, ''));
        expect(shown.includes('−')).toBe(value.startsWith('-'));
        expect(shown).not.toContain('-');
      }),
    );
  });

  test('what is no decimal comes back unchanged', () => {
    for (const value of ['', '12.', '.5', '1e5', 'Infinity', '0x10', '1,000', '١٢']) {
      expect(formatDecimal(value, 'de')).toBe(value);
      expect(formatPercent(value, { lan: 'de' })).toBe(value);
    }
  });

  test('gains and losses bear their sign, zero none', () => {
    expect(formatSignedMoney('96.00', { lan: 'en' })).toBe('+96.00');
    expect(formatSignedMoney('-10.00', { lan: 'de', currency: 'PLAY' })).toBe(`−10,00${nbsp}PLAY`);
    expect(formatSignedMoney('0.00', { lan: 'en' })).toBe('0.00');
    // The mark keeps the sign in front of the figure in a line from right to left.
    expect(formatSignedMoney('96.00', { lan: 'ar' })).toBe('\u200E+96.00');
    expect(formatSignedMoney('-96.00', { lan: 'ar' })).toBe('\u200E−96.00');
  });
});

test('odds take the separator of the language', () => {
  expect(formatOdds('2.35', { lan: 'en' })).toBe('2.35');
  expect(formatOdds('2.35', { lan: 'de' })).toBe('2,35');
});

test('percentages keep their decimals and are written as the language does', () => {
  expect(formatPercent('5.02', { lan: 'en' })).toBe('5.02%');
  expect(formatPercent('860', { lan: 'de' })).toBe(`860${nbsp}%`);
  expect(formatPercent('5.02', { lan: 'tr' })).toBe('%5,02');
});

test('counts are grouped', () => {
  expect(formatCount(12_345, { lan: 'de' })).toBe('12.345');
});
