import { expect, test } from 'vitest';
import { isLan, localeOf, locales } from './locales.ts';

test('each language is there once, Arabic alone from right to left', () => {
  expect(new Set(locales.map(({ lan }) => lan)).size).toBe(locales.length);
  expect(new Set(locales.map(({ name }) => name)).size).toBe(locales.length);
  expect(locales.filter(({ dir }) => dir === 'rtl').map(({ lan }) => lan)).toEqual(['ar']);
});

test('every code is one that Intl formats in', () => {
  const codes = locales.map(({ lan }) => lan);
  expect(Intl.NumberFormat.supportedLocalesOf(codes)).toEqual(codes);
});

test('known and unknown codes are distinguished', () => {
  expect(isLan('zh-CN')).toBe(true);
  expect(isLan('zh')).toBe(false);
  expect(isLan('constructor')).toBe(false);
});

test('a language has its name and direction', () => {
  expect(localeOf('ar')).toMatchObject({ lan: 'ar', name: 'العربية', dir: 'rtl' });
});
