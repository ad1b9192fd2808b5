import type { RouteName } from '@touchline/contract/paths';
import type { Auth } from '@touchline/contract/route';
import type { Input, Output, Routes } from '@touchline/contract/routes';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import type { Lan } from '@touchline/locales/locales';

/** A signed-in member, as the access token tells it. */
export type Member = { id: string; shard: number; sessionId: string };

/** A signed-in operator of the office, as the database tells it at the moment of the call. */
export type Operator = {
  id: string;
  account: string;
  roles: readonly OperatorRole[];
  sessionId: string;
  /** There must be a second factor, and there is none: nothing else may be done before it is set up. */
  mustSetUp?: true;
  /** New or armed again: nothing is decided before. Absent once it is over. */
  waitsUntil?: Date;
};

/** Who calls, and from where. */
export type Caller = {
  lan: Lan;
  address: string;
  userAgent: string;
  host: string;
  /** "http" or "https", as the caller's side sees it. */
  protocol: string;
};

/** What is known of the caller of a call of this kind. */
export type CallerOf<A extends Auth> = A extends 'member'
  ? Caller & { member: Member }
  : A extends 'operator'
    ? Caller & { operator: Operator }
    : Caller & {
        /** Of the few public calls that answer a signed-in member in another way: who that is, if anybody. */
        member?: Member | null;
      };

/** The handler of a call: public calls know the caller, the others the member or the operator too. */
export type Handler<N extends RouteName> = (
  input: Input<N>,
  caller: CallerOf<Routes[N]['auth']>,
) => Promise<Output<N>>;

/** One handler for each call of the contract: a missing or unknown one is a type error. */
export type Handlers = { readonly [N in RouteName]: Handler<N> };
