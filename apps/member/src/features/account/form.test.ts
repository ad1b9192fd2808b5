import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { createTranslator } from '@touchline/locales/translator';
import { describe, expect, it } from 'vitest';
import {
  ageOn,
  checks,
  dayOf,
  looksLikeNumber,
  maskedNumber,
  needsCallingCode,
  plainAccount,
} from './form.ts';

// Without a catalogue a message is its own id.
const t = createTranslator<AppMessages>('en', {});
const { account, email, mobile, newPassword, confirmPassword, birthDate } = checks(t);

describe('sign-up checks', () => {
  it('want an account of 3 to 32 plain characters', () => {
    expect(account(' ')).toBe('form.accountEmpty');
    expect(account('7up')).toBe('form.accountFormat');
    expect(account('ab')).toBe('form.accountFormat');
    expect(account(' anna.b-c_7 ')).toBe(true);
  });

  it('want a password of 6 to 16 characters, twice', () => {
    expect(newPassword('')).toBe('form.newPasswordEmpty');
    expect(newPassword('', true)).toBe('form.passwordEmpty');
    expect(newPassword('12345')).toBe('form.passwordLength');
    expect(newPassword('123456')).toBe(true);
    expect(newPassword('1234567890123456')).toBe(true);
    expect(newPassword('12345678901234567')).toBe('form.passwordLength');
    expect(confirmPassword('', 'secret1')).toBe('form.confirmEmpty');
    expect(confirmPassword('secret2', 'secret1')).toBe('form.passwordMismatch');
    expect(confirmPassword('secret1', 'secret1')).toBe(true);
  });

  it('want an address that can be one', () => {
    expect(email('')).toBe('form.required');
    expect(email('anna@example')).toBe('form.email');
    expect(email(' anna@example.org ')).toBe(true);
  });

  it('take a number with its usual separators', () => {
    expect(mobile('')).toBe('form.required');
    expect(mobile('0151 234-56 78')).toBe(true);
    expect(mobile('+49 151')).toBe('form.mobile');
    expect(plainAccount('(0151) 23.45-67')).toBe('0151234567');
    expect(looksLikeNumber('0151 2345678')).toBe(true);
    expect(looksLikeNumber('anna7')).toBe(false);
  });

  it.each([
    ['\u202d07400191126\u202c', '07400191126', true],
    ['\u206807400191126\u2069', '07400191126', true],
    ['07400‑103330', '07400103330', true],
    ['07400/434459', '07400434459', true],
    ['٠٧٤٠٠٢٨٦٩٥٢', '07400286952', true],
    ['０７４００７７１１８５２', '074007711852', true],
    ['+447400167497', '+447400167497', false],
    ['0044 7400 167497', '+447400167497', false],
    ['tel:+44-7400-124779', '+447400124779', false],
  ])('take the copied number %j', (typed, plain, asks) => {
    expect(mobile(typed)).toBe(true);
    expect(plainAccount(typed)).toBe(plain);
    expect(needsCallingCode(typed)).toBe(asks);
  });

  it('take a copied address or username', () => {
    expect(email('\u202danna@example.org\u202c')).toBe(true);
    expect(plainAccount('an\u200bna@example.org')).toBe('anna@example.org');
    expect(plainAccount('ａｎｎａ＠example.org')).toBe('anna@example.org');
    expect(account('\u200eanna.b')).toBe(true);
    expect(plainAccount(' \u200eanna.b ')).toBe('anna.b');
    expect(email('anna\u202egro.elpmaxe@example.org')).toBe('form.email');
  });

  it('want the minimum age on the day', () => {
    expect(birthDate('', 18, '2026-06-11')).toBe('form.required');
    expect(birthDate('2026-06-12', 18, '2026-06-11')).toBe('form.birthDate');
    expect(birthDate('2008-06-12', 18, '2026-06-11')).toBe('form.underAge');
    expect(birthDate('2008-06-11', 18, '2026-06-11')).toBe(true);
    expect(ageOn('2000-02-29', '2018-02-28')).toBe(17);
    expect(ageOn('2000-02-29', '2018-03-01')).toBe(18);
  });

  it('know the day where the visitor is', () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  });
});

describe('a number as its owner recognises it', () => {
  it('shows the last four digits', () => {
    expect(maskedNumber('49', '15112345678')).toBe('+49 •••••••5678');
  });
  it('shows a short one whole', () => {
    expect(maskedNumber('1', '123')).toBe('+1 123');
  });
});
