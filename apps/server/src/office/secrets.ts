import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Letters and digits that are not mistaken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password for an operator, generated here and shown once: 31^16, some 79 bits. */
export const newPassword = (): string =>
  Array.from({ length: 16 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A token of an office session: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The hash of a token for the database; undefined for a text that is no token. */
export const tokenHash = (token: string): Buffer | undefined =>
  /^[\w-]{43}$/.test(token) ? createHash('sha256').update(token).digest() : undefined;
