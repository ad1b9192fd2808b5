import { randomBytes } from 'node:crypto';

/** Digits and letters that nobody takes for one another. */
const letters = '23456789abcdefghjkmnpqrstvwxyz';

/**
 * Names requests, so that a member can read a name out and an operator finds it in the log: six letters of the process, and the
 * number of the request. They are short, unique over processes and starts, and tell nothing.
 */
export const createRequestIds = (): (() => string) => {
  const ofProcess = Array.from(randomBytes(6), (byte) => letters[byte % letters.length] ?? '').join('');
  let requests = 0;
  return () => `${ofProcess}-${(++requests).toString(36)}`;
};
