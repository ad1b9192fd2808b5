import { Refused } from '../platform/refusal.ts';

const nameMin = 2;
const nameMax = 60;
/** Letters of any script with their marks, and the separators between the parts of a name. */
const nameRule = /^[\p{L}\p{M} '’.·-]+$/u;

/**
 * Reads a name as written in a document. Blanks at the ends and repeated ones are removed; all else is kept
 * as typed.
 * @throws Refused `validation`
 */
export const readRealName = (text: string): string => {
  const name = text.trim().replaceAll(/\s+/gu, ' ');
  const length = Array.from(name).length;
  if (length < nameMin || length > nameMax || !nameRule.test(name) || !/\p{L}/u.test(name)) {
    throw new Refused('validation', { rules: { realName: 'real_name' } });
  }
  return name;
};

/** Letters with a stroke and ligatures, which Unicode does not decompose. */
const plainLetters = new Map(
  Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th' }),
);

/** The spelling by which names are compared. */
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    // Accents and other marks that any script may borrow. Vowel signs of a script are letters of its names,
    // and so are the two voicing marks of kana.
    .replaceAll(/[\p{Script=Inherited}--[\u3099\u309A]]/gv, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[øłđðħıæœþ]/g, (letter) => plainLetters.get(letter) ?? letter)
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[\s·-]+/gu, ' ')
    .trim();

/**
 * Whether two spellings are the same name: case, width, accents, apostrophes and points do not count, hyphens
 * count as blanks. "Łukasz O’Neill-Müller" is "LUKASZ ONEILL MULLER". The order of the parts counts.
 */
export const sameName = (a: string, b: string): boolean =>
  plainName(a) === plainName(b) && plainName(a) !== '';
