import type { Static, TSchema } from 'typebox';
import { paths, type RouteName } from './paths.ts';
import type { Reason } from './reasons.ts';
import type { OperatorRole } from './shapes/office.ts';

/** Who may make a call: anyone, a signed-in member, or an operator of the office with one of the route's roles. */
export type Auth = 'public' | 'member' | 'operator';

/** One call on the wire: who may make it, what goes in and what comes out as `data`. */
export type Route<I extends TSchema = TSchema, O extends TSchema = TSchema, A extends Auth = Auth> = {
  readonly name: RouteName;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly auth: A;
  /** Of a call of the office: the roles of which one is needed. */
  readonly roles: readonly OperatorRole[];
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** Refusals a caller should expect beside those every call can meet. */
  readonly reasons: readonly Reason[];
};

type Definition<R extends Route> = Omit<R, 'name' | 'method' | 'path' | 'roles' | 'reasons'> & {
  reasons?: readonly Reason[];
};

/** Completes a route's definition with the method and path of its name. */
export const route = <I extends TSchema, O extends TSchema, const A extends Exclude<Auth, 'operator'>>(
  name: RouteName,
  rest: Definition<Route<I, O, A>>,
): Route<I, O, A> => {
  const [method, path] = paths[name];
  return { reasons: [], roles: [], ...rest, name, method, path };
};

/** The same for a call of the office, which says whose roles open it. */
export const operatorRoute = <I extends TSchema, O extends TSchema>(
  name: RouteName,
  rest: Omit<Definition<Route<I, O, 'operator'>>, 'auth'> & {
    roles: readonly [OperatorRole, ...OperatorRole[]];
  },
): Route<I, O, 'operator'> => {
  const [method, path] = paths[name];
  return { reasons: [], auth: 'operator', ...rest, name, method, path };
};

export type InputOf<R> = R extends Route<infer I> ? Static<I> : never;
export type OutputOf<R> = R extends Route<TSchema, infer O> ? Static<O> : never;
