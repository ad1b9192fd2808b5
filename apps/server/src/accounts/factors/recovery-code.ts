import { randomInt } from 'node:crypto';
import { plainCode } from '@touchline/kit/typed-text';

/** Letters and digits that do not look alike: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY';
const groupLength = 5;

const group = (): string =>
  Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A recovery code, "AC34F-97KMX": 23^10, some 45 bits. */
export const newRecoveryCode = (): string => `${group()}-${group()}`;

/** What was typed into the field of the second factor: blanks, hyphens, case and the script of digits do not count. */
export const readOtp = (text: string): { kind: 'totp' | 'recovery'; code: string } => {
  const code = plainCode(text);
  return { kind: /^\d{6}$/.test(code) ? 'totp' : 'recovery', code };
};
