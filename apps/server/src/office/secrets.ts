import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Letters and digits that are not mistaken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password for an operator, generated here and shown once: 31^16, some 79 bits. */
export const newPassword = (): string =>
  Array.from({ length: 16 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const groupLength = 5;
/** Crockford's base 32: no letter is read as a digit. */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code to read out or to write down: groups of five letters and digits, 25 bits each. */
export const newCode = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join(''),
  ).join('-');

/** The hash of such a code, however it was typed. */
export const codeHash = (typed: string): Buffer =>
  sha256(typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1'));

/** A token of an office session or link, 256 random bits, with its hash for the database. */
export const newToken = (): { token: string; hash: Buffer } => {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(token) };
};

/** The hash of a token that a caller sent; undefined for a text that is no token. */
export const tokenHash = (token: string): Buffer | undefined =>
  /^[\w-]{43}$/.test(token) ? sha256(token) : undefined;
