import type { RouteName } from '@touchline/contract/paths';
import type { Input, Output, Routes } from '@touchline/contract/routes';
import type { Lan } from '@touchline/locales/locales';

/** A signed-in member, as the access token tells it. */
export type Member = { id: string; shard: number; sessionId: string };

/** Who calls, and from where. */
export type Caller = { lan: Lan; address: string; userAgent: string; host: string };

/** The handler of a call: public calls know the caller, all others the member too. */
export type Handler<N extends RouteName> = (
  input: Input<N>,
  caller: Routes[N]['auth'] extends 'public' ? Caller : Caller & { member: Member },
) => Promise<Output<N>>;

/** One handler for each call of the contract: a missing or unknown one is a type error. */
export type Handlers = { readonly [N in RouteName]: Handler<N> };
