import { describe, expect, test } from 'vitest';
import { decodeText } from './text.ts';

const TEXT = 'Date,HomeTeam\n2026-11-29,Alavés\n';
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBig: boolean) =>
  Uint8Array.from(
    Array.from(text).flatMap((letter) => {
      const unit = letter.charCodeAt(0);
      return isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8];
    }),
  );

describe('the text of a file', () => {
  test.each([
    ['UTF-8', utf8(TEXT)],
    ['UTF-8 with a mark', utf8(`\uFEFF${TEXT}`)],
    ['UTF-16, little end first', utf16(`\uFEFF${TEXT}`, false)],
    ['UTF-16, big end first', utf16(`\uFEFF${TEXT}`, true)],
    ['UTF-16 without a mark, little end first', utf16(TEXT, false)],
    ['UTF-16 without a mark, big end first', utf16(TEXT, true)],
    ['Latin-1', latin1(TEXT)],
  ])('of %s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(TEXT);
  });

  test('of Windows-1252 has its quotes and dashes', () => {
    expect(decodeText(Uint8Array.of(0x4f, 0x92, 0x4e, 0x96))).toBe('O’N–');
  });

  test('of UTF-8 that is cut within a letter', () => {
    expect(decodeText(utf8('1. FC Köln, Alavé').subarray(0, -1))).toBe('1. FC Köln, Alav\uFFFD');
  });

  test('of an empty file', () => {
    expect(decodeText(new Uint8Array())).toBe('');
  });

  test.each([
    ['a spreadsheet', latin1('PK\u0003\u0004 more')],
    ['an older spreadsheet', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)],
    ['zeros', new Uint8Array(64)],
    ['a text with a zero', latin1('Date,\0')],
  ])('is none of %s', (_, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });
});
