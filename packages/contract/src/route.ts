import type { Static, TSchema } from 'typebox';
import { paths, type RouteName } from './paths.ts';
import type { Reason } from './reasons.ts';

/** Who may make a call: anyone, or a signed-in member. */
export type Auth = 'public' | 'member';

/** One call on the wire: who may make it, what goes in and what comes out as `data`. */
export type Route<I extends TSchema = TSchema, O extends TSchema = TSchema, A extends Auth = Auth> = {
  readonly name: RouteName;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly auth: A;
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** Refusals a caller should expect beside those every call can meet. */
  readonly reasons: readonly Reason[];
};

/** Completes a route's definition with the method and path of its name. */
export const route = <I extends TSchema, O extends TSchema, const A extends Auth>(
  name: RouteName,
  rest: Omit<Route<I, O, A>, 'name' | 'method' | 'path' | 'reasons'> & { reasons?: readonly Reason[] },
): Route<I, O, A> => {
  const [method, path] = paths[name];
  return { reasons: [], ...rest, name, method, path };
};

export type InputOf<R> = R extends Route<infer I> ? Static<I> : never;
export type OutputOf<R> = R extends Route<TSchema, infer O> ? Static<O> : never;
