import { accountPattern, limits } from '@touchline/contract/limits';
import { isPhone, plainEmail, plainPhone, plainText } from '@touchline/kit/typed-text';
import type { T } from '../../lib/i18n.tsx';

/** What a visitor registers by. */
export type Way = 'account' | 'email' | 'mobile';

/** Whether what was typed as account reads as a telephone number. */
export const looksLikeNumber = (typed: string): boolean => isPhone(plainPhone(typed));

/** Whether it needs a calling code: a number that begins with + or 00 has its own. */
export const needsCallingCode = (typed: string): boolean =>
  looksLikeNumber(typed) && !plainPhone(typed).startsWith('+');

/** The account of a sign-in as it is sent. */
export const plainAccount = (typed: string): string => {
  if (looksLikeNumber(typed)) return plainPhone(typed);
  return typed.includes('@') || typed.includes('＠') ? plainEmail(typed) : plainText(typed);
};

const emailPattern = /^[^\s@\p{C}]+@[^\s@\p{C}]+\.[^\s@\p{C}]{2,}$/u;
const account = new RegExp(accountPattern);

/** Whole years from `birthDate` ("2001-05-31") to `today`, both calendar days. */
export const ageOn = (birthDate: string, today: string): number => {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
};

const two = (value: number): string => String(value).padStart(2, '0');

/** The calendar day of a time where the visitor is, "2026-06-11". */
export const dayOf = (moment: Date): string =>
  `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;

/** Checks of the sign-in and sign-up forms: each gives the text of what is wrong, or true. */
export const checks = (t: T) => ({
  account: (value: string): string | true => {
    if (value.trim() === '') return t('form.accountEmpty');
    return account.test(plainText(value)) || t('form.accountFormat');
  },
  email: (value: string): string | true => {
    if (value.trim() === '') return t('form.required');
    return emailPattern.test(plainEmail(value)) || t('form.email');
  },
  mobile: (value: string): string | true => {
    if (value.trim() === '') return t('form.required');
    return looksLikeNumber(value) || t('form.mobile');
  },
  /** @param isFirst whether there was no password before */
  newPassword: (value: string, isFirst = false): string | true => {
    if (value === '') return isFirst ? t('form.passwordEmpty') : t('form.newPasswordEmpty');
    const fits = value.length >= limits.passwordMinLength && value.length <= limits.passwordMaxLength;
    return fits || t('form.passwordLength', { min: limits.passwordMinLength, max: limits.passwordMaxLength });
  },
  confirmPassword: (value: string, password: string): string | true => {
    if (value === '') return t('form.confirmEmpty');
    return value === password || t('form.passwordMismatch');
  },
  birthDate: (value: string, minAge: number, today: string): string | true => {
    if (value === '') return t('form.required');
    if (value > today) return t('form.birthDate');
    return ageOn(value, today) >= minAge || t('form.underAge', { age: minAge });
  },
});

/** A telephone number as its owner recognises it: the calling code and the last four digits. */
export const maskedNumber = (areaCode: string, number: string): string =>
  `+${areaCode} ${'•'.repeat(Math.max(0, number.length - 4))}${number.slice(-4)}`;
