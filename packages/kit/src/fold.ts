// How texts are compared that people search and name things by.

/** Letters that Unicode does not decompose, as who lacks them on the keyboard writes them. */
const plainLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ŧ: 't',
    ı: 'i',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ə: 'a',
    ŋ: 'n',
    ς: 'σ',
    ة: 'ه',
    ہ: 'ه',
    ى: 'ي',
    ی: 'ي',
    ک: 'ك',
    ٱ: 'ا',
  }),
);

/** Letters that are also written as two: in passports, by banks, and on keyboards of other countries. */
const twoLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', đ: 'dj' }),
);

/** Most names: nothing but their case is folded. */
const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

const replaced = (text: string, letters: ReadonlyMap<string, string>): string =>
  text.replaceAll(/[^\0-\x7f]/gu, (letter) => letters.get(letter) ?? letter);

/** Small letters, those that Unicode does not decompose as others. */
export const withPlainLetters = (text: string): string => replaced(text, plainLetters);

/** Small letters in their composed form, those that are also written as two as these: "müller" is "mueller". */
export const withTwoLetters = (text: string): string => replaced(text, twoLetters);

/**
 * A text as it is searched: without case, accents, vowel signs, width, invisible characters and stretching. The same in every
 * language: "Kasımpaşa" is "kasimpasa", "Đức" "duc", "Bodø" "bodo", "السعودية" "السعوديه".
 */
export const searchFold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : withPlainLetters(
        text
          .normalize('NFKD')
          .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u0640]/gu, '')
          .toLowerCase(),
      );

/** The spellings that a text is found by: "Österreich" by "osterreich" and "oesterreich". */
export const foundBy = (text: string): readonly string[] => {
  const plain = searchFold(text);
  if (isAscii(text)) return [plain];
  const long = searchFold(withTwoLetters(text.normalize('NFC').toLowerCase()));
  return long === plain ? [plain] : [plain, long];
};

/** @param wanted a part of a text, folded by `searchFold` */
export const isFound = (text: string, wanted: string): boolean =>
  foundBy(text).some((spelling) => spelling.includes(wanted));
