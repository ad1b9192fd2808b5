import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPhone, plainCode, plainEmail, plainPhone, plainText } from './typed-text.ts';

/** Marks that copying from chats, mails and pages puts around or into a text. */
const marks = [
  '\u00ad',
  '\u061c',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202c',
  '\u202d',
  '\u2060',
  '\u2066',
  '\u2068',
  '\u2069',
  '\ufe0f',
  '\ufeff',
];
const dashes = ['-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\ufe63', '\uff0d'];
const blanks = [' ', '\t', '\u00a0', '\u2007', '\u2009', '\u202f', '\u3000'];
/** The zero of each script whose digits are written somewhere today. */
const zeros = [
  '0',
  '\u0660',
  '\u06f0',
  '\u07c0',
  '\u0966',
  '\u09e6',
  '\u0a66',
  '\u0ae6',
  '\u0b66',
  '\u0be6',
  '\u0c66',
  '\u0ce6',
  '\u0d66',
  '\u0de6',
  '\u0e50',
  '\u0ed0',
  '\u0f20',
  '\u1040',
  '\u1090',
  '\u17e0',
  '\u1810',
  '\uff10',
  '\u{11136}',
  '\u{1d7ce}',
  '\u{1d7f6}',
  '\u{1e950}',
];
const digitOf = (zero: string, value: number): string =>
  String.fromCodePoint((zero.codePointAt(0) ?? 0) + value);

/** Digits as another person or program may write them: in another script, with marks and separators between. */
const disguised = (digits: string) =>
  fc
    .tuple(
      fc.constantFrom(...zeros),
      fc.array(fc.constantFrom('', ...marks, ...dashes, ...blanks), {
        minLength: digits.length + 1,
        maxLength: digits.length + 1,
      }),
    )
    .map(([zero, between]) =>
      between
        .map((mark, at) => mark + (at < digits.length ? digitOf(zero, Number(digits[at])) : ''))
        .join(''),
    );

describe('typed text', () => {
  test('has the digits of every script as ASCII', () => {
    for (const zero of zeros) {
      const all = Array.from({ length: 10 }, (_, value) => digitOf(zero, value)).join('');
      expect(plainText(all)).toBe('0123456789');
    }
  });

  test('is read the same when it is read twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainText(plainText(text))).toBe(plainText(text));
      }),
    );
  });

  test('that is seen backwards stays wrong', () => {
    expect(plainText('\u202e654321\u202c')).toBe('\u202e654321');
  });

  test('a code or number is the same however it is disguised', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{5,10}$/);
    const pair = digits.chain((wanted) => disguised(wanted).map((typed) => ({ wanted, typed })));
    fc.assert(
      fc.property(pair, ({ wanted, typed }) => {
        expect(plainCode(typed)).toBe(wanted);
        expect(plainPhone(typed)).toBe(wanted);
      }),
    );
  });
});

describe('a telephone number', () => {
  test.each([
    ['\u202d07400191126\u202c', '07400191126'],
    ['\u206807400191126\u2069', '07400191126'],
    ['07400‑103330', '07400103330'],
    ['07400/434459', '07400434459'],
    ['(0151) 23.45-67', '0151234567'],
    ['+447400167497', '+447400167497'],
    ['\u202d+44 7400124779\u202c', '+447400124779'],
    ['\u200e+44 7400 124779', '+447400124779'],
    ['0044 7400 124779', '+447400124779'],
    ['tel:+44-7400-124779', '+447400124779'],
    ['＋４４７４００７７１１８５', '+447400771185'],
    ['٠٧٤٠٠٢٨٦٩٥٢', '07400286952'],
  ])('%j is %s', (typed, plain) => {
    expect(plainPhone(typed)).toBe(plain);
    expect(isPhone(plain)).toBe(true);
  });

  test.each(['', '1234', '+49 151', 'anna7', 'a@example.org', '+0123456789'])('%j is none', (typed) => {
    expect(isPhone(plainPhone(typed))).toBe(false);
  });
});

describe('an e-mail address', () => {
  test.each([
    ['mi\u212ae.okoro@example.org', 'miKe.okoro@example.org'],
    ['\u202danna@example.org\u202c', 'anna@example.org'],
    ['an\u200bna@example.org', 'anna@example.org'],
    ['ａｎｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'anna@example.org'],
    ['anna@example。org', 'anna@example.org'],
    ['mailto:Anna@Example.org', 'Anna@Example.org'],
    ['jose\u0301@example.org', 'jos\u00e9@example.org'],
    ['JOS\u00c9@example.org', 'JOS\u00e9@example.org'],
    ['\u212bsa@example.org', '\u00e5sa@example.org'],
    ['\u2126@example.org', '\u03c9@example.org'],
  ])('%j is %s', (typed, plain) => {
    expect(plainEmail(typed)).toBe(plain);
  });

  test('folds to another only where ASCII letters differ in case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const plain = plainEmail(text);
        expect(plain.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())).toBe(plain.toLowerCase());
      }),
    );
  });
});
