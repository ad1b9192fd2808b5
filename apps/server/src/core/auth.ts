import type { Member, Operator } from './handler.ts';

/** Finds the member of an access token, without a query. */
export type MemberAuth = {
  /** @throws Refused `sign_in` when it is missing, malformed, forged or ended, `token_expired` when it is too old */
  verify: (token: string | undefined) => Member;
};

/**
 * Finds the operator of an office token in the database, so that ended sessions and changed roles count at
 * once.
 */
export type OfficeAuth = {
  /** @throws Refused `sign_in` when it is missing or unknown, or its session is over */
  verify: (token: string | undefined) => Promise<Operator>;
};
