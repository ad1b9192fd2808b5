import { lans } from '@touchline/locales/locales';
import { expect, test } from 'vitest';
import { inputOf, isWritten, lackOf, noWords, readAs, textsOf, writtenLans } from './texts.ts';

test('words come back as they were, and languages without words are left out', () => {
  const given = { en: { title: 'Cup', body: 'Now', alt: 'A cup' }, de: { title: 'Pokal', body: '' } };
  const texts = textsOf(given);
  expect(inputOf(texts)).toEqual(given);
  expect(inputOf({ ...texts, ar: noWords, fr: { ...noWords, title: '  ' } })).toEqual(given);
});

test('where a language has no words English is read', () => {
  const texts = textsOf({ en: { title: 'Cup', body: '' }, de: { title: 'Pokal', body: '' } });
  expect(readAs(texts, 'de').title).toBe('Pokal');
  expect(readAs(texts, 'ar').title).toBe('Cup');
  expect(readAs({ ...texts, ar: noWords }, 'ar').title).toBe('Cup');
  expect(isWritten(texts, 'ar')).toBe(false);
});

test('English must be there, and every language that has words a title', () => {
  expect(lackOf({})).toEqual({ english: true, titles: [] });
  const texts = textsOf({ en: { title: 'Cup', body: '' }, de: { title: ' ', body: 'Jetzt' } });
  expect(lackOf(texts)).toEqual({ english: false, titles: ['de'] });
});

test('English is written first, and each language once', () => {
  expect(writtenLans[0]).toBe('en');
  expect(writtenLans.toSorted()).toEqual([...lans].sort());
});
