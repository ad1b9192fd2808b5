import type { Static, TSchema } from 'typebox';
import type { RouteName } from './paths.ts';
import type { Reason } from './reasons.ts';
import type { OperatorRole } from './shapes/office.ts';
import type { Shape } from './sendable.ts';

/** Who may make a call: anyone, a signed-in member, or an operator of the office with one of the route's roles. */
export type Auth = 'public' | 'member' | 'operator';

/**
 * What a call without a sign-in is for. `page`: what visitors read, public only while `PUBLIC_PAGES` is true. The others are always
 * public: `entry`, with which apps start and people sign in; `law`, what must be readable before an account is opened; `help`, for
 * those who are locked out or gamble too much. What proves the house to strangers, the public log, is no call and always public.
 */
export type Purpose = 'page' | 'entry' | 'law' | 'help';

/**
 * Whether a call of the office decides something: about money, results, rules or operators. With `unless` it does not where a field
 * has one of these values, because it then only takes back or protects.
 */
export type Decides = boolean | { readonly unless: Readonly<Record<string, readonly unknown[]>> };

/** Facts about a call that its shape does not have. */
export type CallFacts = {
  /**
   * `sign_in`: the call costs a password hash, or anyone can make rows by it. It also counts against the sign-ins per minute of
   * the caller's account, or of the address without a sign-in.
   */
  readonly limit?: 'sign_in';
  /** As how many calls it counts against the calls per minute, where it may take longer than others: 1 by default. */
  readonly calls?: number;
  /** What a body holds that is larger than those of others, or no JSON: words in all languages, a file in a field, a form. */
  readonly body?: 'words' | 'file' | 'form';
  /** Its answers are long and without secrets: they are compressed. */
  readonly compress?: true;
  /** A public call that answers a signed-in member in another way. Without a valid token it answers as to anyone. */
  readonly knowsMember?: true;
  /** A call of a member that does not wait for the member's others: it takes turns at the wallet. */
  readonly takesTurns?: false;
  /** A call of the office that is open before a second factor was set up, where one is needed. */
  readonly beforeFactor?: true;
};

/** One call on the wire: who may make it, what goes in and what comes out as `data`. */
export type Route<
  I extends TSchema = TSchema,
  O extends TSchema = TSchema,
  A extends Auth = Auth,
> = CallFacts & {
  readonly name: RouteName;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly auth: A;
  /** Of a call without a sign-in, and of no other. */
  readonly purpose?: Purpose;
  /** Roles of operators, one of which is needed; empty for calls of members. */
  readonly roles: readonly OperatorRole[];
  /** An operator who waits (`operator_waits`) is refused where the call decides, or proposes what another decides. */
  readonly decides: Decides;
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  /** Refusals a caller should expect in addition to those of every call. */
  readonly reasons: readonly Reason[];
};

type Definition<R extends Route> = Omit<
  R,
  'name' | 'method' | 'path' | 'purpose' | 'roles' | 'decides' | 'reasons'
> & {
  reasons?: readonly Reason[];
};

type PurposeOf<A extends Auth> = A extends 'public' ? { purpose: Purpose } : { purpose?: never };
/** A call that changes something is explicit about whether it decides. */
type DecidesOf<C extends Call> = C extends `GET ${string}` ? { decides?: never } : { decides: Decides };

/** Method and path of a call as its record writes them. */
type Call = `${Route['method']} /api/${string}`;

const methods = ['GET', 'POST', 'DELETE'] as const;

const readCall = (call: Call): Pick<Route, 'method' | 'path'> => {
  const [word, path = ''] = call.split(' ');
  const method = methods.find((each) => each === word);
  if (method === undefined) throw new Error(`"${call}" has no method`);
  return { method, path };
};

/**
 * Completes the definition of a call.
 * @param name its key among the routes; `npm run wire` enters a new one into `paths`
 * @param call "GET /api/…"
 */
export const route = <I extends TSchema, O extends TSchema, const A extends Exclude<Auth, 'operator'>>(
  name: RouteName,
  call: Call,
  rest: Definition<Route<I, O, A>> & PurposeOf<A>,
): Route<I, O, A> => {
  return { reasons: [], roles: [], ...rest, decides: false, name, ...readCall(call) };
};

/** The same for a call of the office, which names the roles that may make it. */
export const operatorRoute = <I extends TSchema, O extends TSchema, const C extends Call>(
  name: RouteName,
  call: C,
  rest: Omit<Definition<Route<I, O, 'operator'>>, 'auth'> & {
    roles: readonly [OperatorRole, ...OperatorRole[]];
  } & DecidesOf<C>,
): Route<I, O, 'operator'> => {
  const { decides = false, reasons = [] } = rest;
  const expected: readonly Reason[] = decides === false ? reasons : [...reasons, 'operator_waits'];
  return { ...rest, auth: 'operator', decides, reasons: expected, name, ...readCall(call) };
};

/** Whether a call needs a sign-in while the pages of visitors are closed. */
export const isOfPage = ({ purpose }: Pick<Route, 'purpose'>): boolean => purpose === 'page';

/** Whether a call with this input decides something. */
export const isDeciding = ({ decides }: Pick<Route, 'decides'>, input: unknown): boolean => {
  if (typeof decides === 'boolean') return decides;
  const given = new Map<string, unknown>(Object.entries(Object(input)));
  return !Object.entries(decides.unless).some(([field, values]) => values.includes(given.get(field)));
};

export type InputOf<R> = R extends Route<infer I> ? Static<I> : never;
export type OutputOf<R> = R extends Route<TSchema, infer O> ? Shape<O> : never;
