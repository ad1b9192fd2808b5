import { withPlainLetters, withTwoLetters } from '@touchline/kit/fold';
import { keptText } from '@touchline/kit/typed-text';
import { Refused } from '../core/refusal.ts';

const nameMax = 60;

/** Signs for an apostrophe, or a letter that is written as one: Hebrew geresh, Hawaiian ʻokina. */
const apostrophes = "'‘’‛`´ʹʻʼʽ′＇׳״ꞌ";
/** Between the parts of names: hyphens of keyboards and of Japanese, and dots of Chinese and Japanese, also typed in place of them. */
const hyphens = '\\-‐‑‒–﹣－゠';
const dots = '·•‧∙⋅・･．';
/** As Malaysian and Singaporean documents write "son of", "also known as", and others "Jr.". */
const others = './@,，';

/** Letters of any script with their marks and joiners, and the separators between the parts of a name. */
const nameRule = new RegExp(`^[\\p{L}\\p{M}\\u200c\\u200d ${apostrophes}${hyphens}${dots}${others}]+$`, 'u');
const isMail = (text: string): boolean => /\S@\S+\.\S/u.test(text);

/**
 * Reads a name as written in a document. Blanks at the ends, repeated ones and invisible marks are removed; all else is
 * kept as typed, in its composed form.
 * @throws Refused `validation`
 */
export const readRealName = (text: string): string => {
  const name = keptText(text);
  const isName = nameRule.test(name) && /\p{L}/u.test(name) && !isMail(name);
  if (!isName || Array.from(name).length > nameMax) {
    throw new Refused('validation', { rules: { realName: 'real_name' } });
  }
  return name;
};

const withoutMarks = (text: string): string =>
  withPlainLetters(
    text
      .normalize('NFKD')
      // Accents and other marks that any script may borrow, points of Hebrew, stretched Arabic. Vowel signs of a script
      // are letters of its names, and so are the two voicing marks of kana.
      .replaceAll(/[[\p{Script=Inherited}--[\u3099\u309A]][\p{M}&&\p{Script=Hebrew}]\u0640]/gv, ''),
  );

const apostrophe = new RegExp(`[${apostrophes}./,，]`, 'gu');
const separator = new RegExp(`[\\s${hyphens}${dots}@]+`, 'u');

/** The words of a name, each in the spellings by which it is compared. */
const wordsOf = (name: string): (readonly string[])[] =>
  name
    .split(separator)
    .map((word) =>
      word.replaceAll(apostrophe, '').normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC'),
    )
    .map((word) => [withoutMarks(word), withoutMarks(withTwoLetters(word))])
    .filter(([plain]) => plain !== '');

/**
 * Whether two spellings are the same name: case, width, accents, apostrophes, points, and points and stretching of Hebrew
 * and Arabic do not count, hyphens and middle dots count as blanks; ä, ö, ü, å, ø and đ are also ae, oe, ue, aa, oe and dj.
 * "Łukasz O’Neill-Müller" is "LUKASZ ONEILL MUELLER". The order of the parts counts.
 */
export const sameName = (a: string, b: string): boolean => {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  return (
    one.length > 0 &&
    one.length === other.length &&
    one.every((spellings, at) => spellings.some((spelling) => other[at]?.includes(spelling) === true))
  );
};
