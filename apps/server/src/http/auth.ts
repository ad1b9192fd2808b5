import type { Member } from './handler.ts';

/** Tells who an access token belongs to, without a query. */
export type Auth = {
  /** @throws Refused `sign_in` when it is missing, malformed, forged or ended, `token_expired` when it is too old */
  verify: (token: string | undefined) => Member;
};
