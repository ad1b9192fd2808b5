import { describe, expect, test } from 'vitest';
import { lans } from './locales.ts';
import { negotiate } from './negotiate.ts';

describe('the language of a request', () => {
  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE-at;q=0.5', 'de'],
    ['zh', 'zh-CN'],
    ['zh-Hans-SG', 'zh-CN'],
    ['zh-TW', 'zh-TW'],
    ['zh-Hant', 'zh-TW'],
    ['zh-HK,en;q=0.5', 'zh-TW'],
    ['pt-BR,pt;q=0.9', 'pt'],
    ['in-ID', 'id'],
    ['en;q=0.2, fr;q=0.9, ar;q=0.5', 'fr'],
    ['la, eo;q=0.9, it;q=0.1', 'it'],
    ['fr;q=0, de;q=0.1', 'de'],
    ['ko , ja', 'ko'],
  ])('%s is served in %s', (header, lan) => {
    expect(negotiate(header, lans)).toBe(lan);
  });

  test.each([
    undefined,
    '',
    '*',
    ',,;',
    'q=1',
    '日本語',
    '../../etc',
    'x'.repeat(100_000),
    'en-'.repeat(999),
  ])('what cannot be read is served in English', (header) => {
    expect(negotiate(header, lans)).toBe('en');
  });

  test('only offered languages are chosen', () => {
    expect(negotiate('fr, de;q=0.5', ['en', 'de'])).toBe('de');
    expect(negotiate('fr', ['en', 'de'])).toBe('en');
  });

  test('either way of writing Chinese is better than none', () => {
    expect(negotiate('zh-TW', ['en', 'zh-CN'])).toBe('zh-CN');
    expect(negotiate('zh-CN', ['en', 'zh-TW'])).toBe('zh-TW');
  });
});
