import type { Member, Operator } from './handler.ts';

/** Tells who an access token belongs to, without a query. */
export type Auth = {
  /** @throws Refused `sign_in` when it is missing, malformed, forged or ended, `token_expired` when it is too old */
  verify: (token: string | undefined) => Member;
};

/** Tells whose an office token is, by the database: a session that ended, or roles that changed, count at once. */
export type OfficeAuth = {
  /** @throws Refused `sign_in` when it is missing or unknown, or its session is over */
  verify: (token: string | undefined) => Promise<Operator>;
};
