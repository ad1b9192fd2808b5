import { limits } from '@touchline/contract/limits';
import { Refused } from '../platform/refusal.ts';
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
  'Han Hiragana Katakana',
  'Han Hangul',
  'Han Bopomofo',
];
const manyMarks = [
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
];

/**
 * A name of one script: its letters and digits with single blanks between words, and no invisible letters.
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
  const sign = `(?:${letter}${mark}{0,${marks}}|${digits})`;
  return new RegExp(`^(?=.*${letter})${sign}+(?: ${sign}+)*$`, 'v');
};
const rules = [
  ...fewMarks.map((script) => ruleOf(script, 1)),
  ...manyMarks.map((script) => ruleOf(script, 3)),
];

/** Digits of two kinds in one name can be mistaken for each other. */
const hasMixedDigits = (name: string): boolean => /[0-9]/.test(name) && /[\p{Nd}--[0-9]]/v.test(name);

/** Spacing modifiers, which Unicode counts as letters of a script although they are not written as such. */
const hasModifiers = (name: string): boolean => /[\p{Lm}&&\p{Script=Latin}]|[\u02b0-\u02ff]/v.test(name);

/**
 * Reads a nickname: letters of one script, digits and single blanks, nothing that hides or turns text.
 * @param site the name of the site, which no member may use
 * @returns undefined when it is empty
 * @throws Refused `validation`, `account_reserved` when it could be taken for the site
 */
export const readNickname = (text: string, site: string): string | undefined => {
  const name = text.normalize('NFKC').trim();
  if (name === '') return undefined;
  const length = Array.from(name).length;
  const isName =
    length >= limits.nicknameMinLength &&
    length <= limits.nicknameMaxLength &&
    !hasMixedDigits(name) &&
    !hasModifiers(name) &&
    rules.some((rule) => rule.test(name));
  if (!isName) throw new Refused('validation', { rules: { nickname: 'nickname' } });
  if (isReservedName(name, site)) throw new Refused('account_reserved');
  return name;
};
