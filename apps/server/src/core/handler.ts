import type { RouteName } from '@touchline/contract/paths';
import type { Auth } from '@touchline/contract/route';
import type { Input, Output, Routes } from '@touchline/contract/routes';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import type { Lan } from '@touchline/locales/locales';

/** A signed-in member, from the access token. */
export type Member = { id: string; shard: number; sessionId: string };

/** A signed-in operator of the office, read from the database for each call. */
export type Operator = {
  id: string;
  account: string;
  roles: readonly OperatorRole[];
  sessionId: string;
  /** A second factor is required and missing: every other call is refused until it is set up. */
  mustSetUp?: true | undefined;
  /**
   * New or with a new second factor: the operator decides nothing before this time. Absent once it is over.
   */
  waitsUntil?: Date | undefined;
};

/** Who decides, and from which address: what a line of the audit log names. */
export type OperatorCall = { operator: Operator; address: string };

/** The source of a call. */
export type Caller = {
  lan: Lan;
  address: string;
  userAgent: string;
  host: string;
  /** "http" or "https", on the caller's side. */
  protocol: string;
};

/** The caller that a call of this kind receives. */
export type CallerOf<A extends Auth> = A extends 'member'
  ? Caller & { member: Member }
  : A extends 'operator'
    ? Caller & { operator: Operator }
    : Caller & {
        /** The member, if signed in, for public calls that answer a member in another way. */
        member?: Member | null;
      };

/** The handler of a call: public calls receive the caller, the others also the member or the operator. */
export type Handler<N extends RouteName> = (
  input: Input<N>,
  caller: CallerOf<Routes[N]['auth']>,
) => Promise<Output<N>>;

/** One handler for each call of the contract: a missing or unknown one is a type error. */
export type Handlers = { readonly [N in RouteName]: Handler<N> };

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
