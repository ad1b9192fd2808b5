import parsePhoneNumber from 'libphonenumber-js/mobile';
import { accountPattern } from '@touchline/contract/limits';
import type { FieldRule } from '@touchline/contract/reasons';
import { countries } from '@touchline/locales/gen/countries.gen';
import { Refused } from '../platform/refusal.ts';

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
  /^[^\s@"(),:;<>[\]\\]{1,64}@(?=.{3,189}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;
// Invisible characters, or those that turn text, make two addresses look like one.
const isEmail = (text: string): boolean =>
  emailRule.test(text) && !text.includes('..') && !/\p{C}/u.test(text);

/** The spelling that uniqueness and sign-in compare. */
export const fold = (text: string): string => text.toLowerCase();

const broken = (field: string, rule: FieldRule): Refused =>
  new Refused('validation', { rules: { [field]: rule } });

/**
 * Reads a mobile number as it is dialled at home ("07400 123456") or abroad ("+44 7400 123456").
 * @param areaCode calling code without +
 * @returns undefined when it is no mobile number of that calling code
 */
const readMobile = (text: string, areaCode: string): Mobile | undefined => {
  const number = parsePhoneNumber(text, { defaultCallingCode: areaCode, extract: false });
  if (number === undefined || number.countryCallingCode !== areaCode || !number.isValid()) return undefined;
  return { areaCode, mobile: number.nationalNumber };
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
    if (!accountRule.test(account)) throw broken('account', 'account');
    return { kind: 'account', account };
  }
  if (email !== undefined) {
    if (!isEmail(email)) throw broken('email', 'email');
    return { kind: 'email', email };
  }
  if (areaCode === undefined) throw broken('areaCode', 'area_code');
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
  const account = text.trim();
  if (account.includes('@')) return { kind: 'email', email: account };
  if (!/^[+\d(]/.test(account)) return { kind: 'account', account };
  const international = account.startsWith('+') ? parsePhoneNumber(account, { extract: false }) : undefined;
  const read = readMobile(account, international?.countryCallingCode ?? areaCode);
  return read === undefined ? { kind: 'account', account } : { kind: 'mobile', ...read };
};

/**
 * The address or number that a code is sent to.
 * @param areaCode from the call, or the site's; a number that begins with + has its own
 * @throws Refused `validation`
 */
export const readContact = (text: string, areaCode: string): Contact => {
  const to = text.trim();
  if (to.includes('@')) {
    if (!isEmail(to)) throw broken('to', 'email');
    return { kind: 'email', email: to };
  }
  const international = to.startsWith('+') ? parsePhoneNumber(to, { extract: false }) : undefined;
  const read = readMobile(to, international?.countryCallingCode ?? areaCode);
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
  const country =
    mobile === undefined ? undefined : parsePhoneNumber(`+${areaCode}${mobile}`, { extract: false })?.country;
  if (country !== undefined) return refused.has(country);
  const sharing = countries.filter(({ code }) => code === areaCode);
  return sharing.length === 0 || sharing.some(({ iso }) => refused.has(iso));
};
