import parsePhoneNumber from 'libphonenumber-js/mobile';
import { accountPattern } from '@touchline/contract/limits';
import type { FieldRule } from '@touchline/contract/reasons';
import { plainEmail, plainPhone, plainText } from '@touchline/kit/typed-text';
import { countries } from '@touchline/locales/gen/countries.gen';
import { Refused } from '../core/refusal.ts';

/** A mobile number in its one spelling: calling code and national number, digits only. */
type Mobile = { areaCode: string; mobile: string };

/** The name a member signs in by. */
export type Identity =
  | { kind: 'account'; account: string }
  | { kind: 'email'; email: string }
  | ({ kind: 'mobile' } & Mobile);

/** An address that messages reach. */
export type Contact = Exclude<Identity, { kind: 'account' }>;

const accountRule = new RegExp(accountPattern);
// One @, a name, a host with a dot: only a mail can show whether the address exists.
const emailRule =
  /^(?!\.)[^\s@"(),:;<>[\]\\]{1,64}(?<!\.)@(?=.{3,189}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;
// What is left after reading has no place in an address: controls, private characters.
const isEmail = (text: string): boolean =>
  emailRule.test(text) && !text.includes('..') && !/\p{C}/u.test(text);

/** The spelling that uniqueness and sign-in compare, of what was read. */
export const fold = (text: string): string => text.toLowerCase();

const broken = (field: string, rule: FieldRule): Refused =>
  new Refused('validation', { rules: { [field]: rule } });

/** Numbers of mobiles as they were dialled before a plan changed, or are without the mark of a mobile, with their form now. */
const formerPlans: readonly (readonly [former: RegExp, now: string])[] = [
  // Mexico until 2019: 1 after the calling code; 01, 044 or 045 within the country.
  [/^\+52(?:1|01|04[45])(\d{10})$/, '+52$1'],
  // Argentina: 9 after the calling code marks a mobile.
  [/^\+54([1-8]\d{9})$/, '+549$1'],
  // Brazil until 2016: eight digits behind the area, as some apps still show them.
  [/^\+55(\d{2})([6-9]\d{7})$/, '+55$19$2'],
  // Benin until 2024: eight digits.
  [/^\+229([4-9]\d{7})$/, '+22901$1'],
];

const callingCodes: ReadonlySet<string> = new Set(countries.map(({ code }) => code));

/**
 * Reads a mobile number as it is dialled at home ("07400 123456") or abroad ("+44 7400 123456", "0044 7400 123456").
 * @param areaCode calling code without +, of a number that does not have its own
 * @returns undefined when it is no mobile number. One with a calling code that no country has is taken as it is: it
 *   belongs to no member, so that `isAreaRefused` and sign-ins judge it as any other.
 */
const readMobile = (text: string, areaCode = ''): Mobile | undefined => {
  const plain = plainPhone(text);
  const isKnown = callingCodes.has(areaCode);
  if (areaCode !== '' && !isKnown && !plain.startsWith('+')) {
    return { areaCode, mobile: plain.replaceAll(/\D/g, '') };
  }
  const whole = plain.startsWith('+') ? plain : `+${areaCode}${plain}`;
  const former = formerPlans.map(([form, now]) => whole.replace(form, now)).find((now) => now !== whole);
  for (const spelling of former === undefined ? [plain] : [plain, former]) {
    const number = parsePhoneNumber(spelling, {
      ...(isKnown && { defaultCallingCode: areaCode }),
      extract: false,
    });
    if (number?.isValid() === true) {
      return { areaCode: number.countryCallingCode, mobile: number.nationalNumber };
    }
  }
  return undefined;
};

/**
 * The identity a new account is opened by: exactly one of username, e-mail and mobile number.
 * @throws Refused `validation`
 */
export const readIdentity = (input: {
  account?: string;
  email?: string;
  mobile?: string;
  areaCode?: string;
}): Identity => {
  const { account, email, mobile, areaCode } = input;
  const given = (['account', 'email', 'mobile'] as const).filter((field) => input[field] !== undefined);
  if (given.length === 0) throw broken('account', 'account_empty');
  if (given.length > 1) throw broken(given[1] ?? 'account', 'one_of');
  const [only = 'account'] = given;
  if (input[only]?.trim() === '') throw broken(only, only === 'account' ? 'account_empty' : 'required');
  if (account !== undefined) {
    const read = plainText(account);
    if (!accountRule.test(read)) throw broken('account', 'account');
    return { kind: 'account', account: read };
  }
  if (email !== undefined) {
    const read = plainEmail(email);
    if (!isEmail(read)) throw broken('email', 'email');
    return { kind: 'email', email: read };
  }
  const hasOwn = plainPhone(mobile ?? '').startsWith('+');
  if (areaCode === undefined && !hasOwn) throw broken('areaCode', 'area_code');
  const read = readMobile(mobile ?? '', areaCode);
  if (read === undefined) throw broken('mobile', 'mobile');
  return { kind: 'mobile', ...read };
};

/**
 * Reads the identity of a sign-in from one field: an e-mail has an @, a username begins with a letter, all
 * else is a mobile number. Every text has a reading, so that the answer does not reveal whether an account
 * exists.
 * @param areaCode from the call, or the site's
 */
export const readSignIn = (text: string, areaCode: string): Identity => {
  const account = plainText(text);
  if (account.includes('@')) return { kind: 'email', email: plainEmail(text) };
  const read = /^\+?\d/.test(plainPhone(text)) ? readMobile(text, areaCode) : undefined;
  return read === undefined ? { kind: 'account', account } : { kind: 'mobile', ...read };
};

/**
 * The address or number that a code is sent to.
 * @param areaCode from the call, or the site's; a number that begins with + has its own
 * @throws Refused `validation`
 */
export const readContact = (text: string, areaCode: string): Contact => {
  const email = plainEmail(text);
  if (email.includes('@')) {
    if (!isEmail(email)) throw broken('to', 'email');
    return { kind: 'email', email };
  }
  const read = readMobile(text, areaCode);
  if (read === undefined) throw broken('to', 'mobile');
  return { kind: 'mobile', ...read };
};

/** One text for an identity, in every spelling the same. */
export const identityKey = (identity: Identity): string => {
  if (identity.kind === 'account') return `account ${fold(identity.account)}`;
  if (identity.kind === 'email') return `email ${fold(identity.email)}`;
  return `mobile ${identity.areaCode} ${identity.mobile}`;
};

/**
 * Whether the site takes no members from the country of a calling code. Several countries share some codes;
 * the number then decides, and where it does not, one refused country is enough.
 */
export const isAreaRefused = (
  areaCode: string,
  mobile: string | undefined,
  refused: ReadonlySet<string>,
): boolean => {
  const sharing = countries.filter(({ code }) => code === areaCode);
  // First, since the digits of a wrong code may begin another country's number: +2 and 71 234 5678.
  if (sharing.length === 0) return true;
  const country =
    mobile === undefined ? undefined : parsePhoneNumber(`+${areaCode}${mobile}`, { extract: false })?.country;
  return country === undefined ? sharing.some(({ iso }) => refused.has(iso)) : refused.has(country);
};
