import { randomInt } from 'node:crypto';

/** Letters and digits that do not look alike: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY';
const length = 8;

/** A new code to invite friends by: 23^8, some 78 thousand million. */
export const newInvitationCode = (): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
