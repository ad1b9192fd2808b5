import { limits } from '@touchline/contract/limits';
import { keptText } from '@touchline/kit/typed-text';
import { Refused } from '../core/refusal.ts';
import { isReservedName } from './reserved-names.ts';

/**
 * Scripts that are written together count as one. In scripts whose letters take several marks, more than one
 * may follow a letter.
 */
const fewMarks = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Ethiopic',
  'Tifinagh',
  'Mongolian',
  'Canadian_Aboriginal',
  'Yi',
  'Han Hiragana Katakana',
  'Han Hangul',
  'Han Bopomofo',
];
const manyMarks = [
  'Arabic',
  'Hebrew',
  'Syriac',
  'Thaana',
  'Nko',
  'Devanagari',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Meetei_Mayek',
  'Ol_Chiki',
  'Thai',
  'Lao',
  'Javanese',
];
/** Consonants below each other and the vowels around them are marks too: ကျော် is one letter with four. */
const stackedMarks = ['Khmer', 'Myanmar', 'Tibetan'];

/**
 * A name of one script: its letters and digits with single blanks between words (in Tibetan a dot between syllables), and
 * nothing invisible but joiners, which were judged before.
 * @param marks the most marks behind a letter
 */
const ruleOf = (script: string, marks: number): RegExp => {
  const of = script
    .split(' ')
    .map((name) => `\\p{Script_Extensions=${name}}`)
    .join('');
  const visible = String.raw`--[\p{Default_Ignorable_Code_Point}\u0640]`;
  const letter = `[[[${of}]&&[\\p{L}]]${visible}]`;
  const mark = `[[[${of}]&&[\\p{M}]]${visible}]`;
  const digits = `(?:[0-9]|[[${of}]&&[\\p{Nd}]])`;
  const joiner = String.raw`[\u200c\u200d]?`;
  const [between, end] = script === 'Tibetan' ? ['[ \\u0f0b]', '\\u0f0b?'] : [' ', ''];
  const sign = `(?:${letter}${joiner}(?:${mark}${joiner}){0,${marks}}|${digits})`;
  const pattern = `^(?=.*${letter})${sign}+(?:${between}${sign}+)*${end}$`;
  return new RegExp(pattern, 'v');
};
const rules = [
  ...fewMarks.map((script) => ruleOf(script, 1)),
  ...manyMarks.map((script) => ruleOf(script, 3)),
  ...stackedMarks.map((script) => ruleOf(script, 6)),
];

/** Digits of two kinds in one name can be mistaken for each other. */
const hasMixedDigits = (name: string): boolean => /[0-9]/.test(name) && /[\p{Nd}--[0-9]]/v.test(name);

/** The same mark twice behind a letter is drawn over or above itself. */
const hasRepeatedMarks = (name: string): boolean => /(\p{M})\1/u.test(name);

/**
 * Letters of full or half width and the forms that Arabic letters take within a word, as those that they are forms of. Other
 * compatibility forms stay: they take Thai and Lao vowels apart.
 */
const usualForms = (name: string): string =>
  name.replaceAll(/[\ufb00-\ufdff\ufe70-\uffef]+/g, (forms) => forms.normalize('NFKC')).normalize('NFC');

/** Spacing modifiers, which Unicode counts as letters of a script although they are not written as such. */
const hasModifiers = (name: string): boolean => /[\p{Lm}&&\p{Script=Latin}]|[\u02b0-\u02ff]/v.test(name);

/**
 * Reads a nickname: letters of one script, digits and single blanks, nothing that hides or turns text. It is kept in its
 * composed form (NFC).
 * @param site the name of the site, which no member may use
 * @returns undefined when it is empty
 * @throws Refused `validation`, `account_reserved` when it could be taken for the site
 */
export const readNickname = (text: string, site: string): string | undefined => {
  const name = usualForms(text).trim();
  if (name === '') return undefined;
  const length = Array.from(name).length;
  const isName =
    length >= limits.nicknameMinLength &&
    length <= limits.nicknameMaxLength &&
    // Invisible marks are refused where they do not belong, as two names that look the same would differ.
    keptText(name) === name.replaceAll(/ +/g, ' ') &&
    !hasMixedDigits(name) &&
    !hasModifiers(name) &&
    !hasRepeatedMarks(name) &&
    rules.some((rule) => rule.test(name));
  if (!isName) throw new Refused('validation', { rules: { nickname: 'nickname' } });
  if (isReservedName(name, site)) throw new Refused('account_reserved');
  return name;
};
