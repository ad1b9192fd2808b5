// How typed or copied text is read: the apps judge by the functions that the server reads by.

/**
 * Characters that are not seen: those that isolate, join or hide text, soft hyphens, fillers, byte-order marks. Not U+202E:
 * text behind it is seen backwards, so that its reader meant another; every rule refuses it.
 */
const invisible = /(?!\u202e)[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Letters of scripts that are written with joiners. */
const joining =
  '[\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Khmr}\\p{scx=Knda}\\p{scx=Mlym}' +
  '\\p{scx=Mong}\\p{scx=Mymr}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Syrc}\\p{scx=Taml}\\p{scx=Telu}]';
const joinsBefore = new RegExp(`${joining}$`, 'u');
const joinsBehind = new RegExp(`^${joining}`, 'u');
/** A letter that older texts in Malayalam end a word with. */
const chillu = /\u0d4d$/;

/** Whether a joiner between two texts belongs there: it changes how letters of some scripts are written. */
const isJoiner = (mark: string, before: string, behind: string): boolean =>
  (mark === '\u200c' || mark === '\u200d') &&
  joinsBefore.test(before) &&
  (joinsBehind.test(behind) || (mark === '\u200d' && chillu.test(before)));

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** The value of a digit of any script. Unicode keeps the ten digits of a script next to each other, in order. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit(code - before - 1)) before++;
  return String(before % 10);
};

/**
 * Text that is a code and no words: without invisible characters, in the compatibility form (full width becomes half),
 * every dash a hyphen, digits of all scripts ASCII, single blanks between.
 */
export const plainText = (text: string): string =>
  text
    .replaceAll(invisible, '')
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u02d7\u2043\u2212]/gu, '-')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A code in its one spelling: blanks, dashes and case do not count. */
export const plainCode = (text: string): string => plainText(text).replaceAll(/[ -]/g, '').toUpperCase();

/** An address or a hash of a chain: no blanks, its case stays. */
export const plainHex = (text: string): string => plainText(text).replaceAll(' ', '');

/** A telephone number without separators: digits, and a + in front where it begins with + or 00. */
export const plainPhone = (text: string): string =>
  plainText(text)
    .replace(/^tel:/i, '')
    .replaceAll(/[ ().\-/·•‧_]/g, '')
    .replace(/^00(?=[1-9])/, '+');

/** Whether what `plainPhone` gave can be a telephone number, with its calling code or without. */
export const isPhone = (plain: string): boolean => /^(?:\+[1-9]\d{6,14}|\d{5,15})$/.test(plain);

/** An e-mail address. Letters beyond ASCII are small, so that the spelling proved by a code is the one that is kept. */
export const plainEmail = (text: string): string =>
  plainText(text)
    .replace(/^mailto:/i, '')
    .replaceAll('。', '.')
    .replaceAll(/\P{ASCII}+/gu, (letters) => letters.toLowerCase());

/**
 * A name or line of words as it is kept: composed (NFC), single blanks, nothing invisible but the joiners of scripts that
 * are written with them.
 */
export const keptText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(invisible, (mark, at: number, whole: string) =>
      isJoiner(mark, whole.slice(0, at), whole.slice(at + mark.length)) ? mark : '',
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
