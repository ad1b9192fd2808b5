import { isOfPage, type Route } from '@touchline/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from './request-origin.ts';
import { Refused } from '../refusal.ts';
import type { MemberAuth, Member, OfficeAuth, Operator } from '../handler.ts';
import type { SpanRef } from '../logging/spans.ts';
import type { RateLimit } from './floods.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- augmentation needs an interface
  interface FastifyRequest {
    /** The calling member; null on calls of another kind. */
    member: Member | null;
    /** The calling operator, also one who may not call; null on calls of another kind. */
    operator: Operator | null;
    /** When the server began to work on it, by `performance.now()`; 0 where it could not be read that far. */
    startedMs: number;
    /** The span of the call, where calls are traced. */
    span: SpanRef | undefined;
  }
}

export type GateOptions = {
  auth: MemberAuth;
  officeAuth: OfficeAuth;
  /** Calls per minute of a member or an operator, or of an address without a sign-in. */
  callLimit: RateLimit;
  /** Sign-ins and sign-ups per minute of an address. */
  signinLimit: RateLimit;
  /** Whether visitors may read the pages that are not of one member. */
  arePagesPublic: () => boolean;
};

const memberOf = (auth: MemberAuth, token: unknown): Member | null => {
  try {
    return typeof token === 'string' ? auth.verify(token) : null;
  } catch {
    return null;
  }
};

const withinLimit = (limit: RateLimit, key: string, calls?: number): void => {
  const untilMs = limit(key, Date.now(), calls);
  if (untilMs !== undefined) throw new Refused('too_many', { until: new Date(untilMs).toISOString() });
};

/** Counts a call without a sign-in. @throws Refused `too_many` */
export const createAddressLimit =
  (callLimit: RateLimit): ((address: string) => void) =>
  (address) =>
    withinLimit(callLimit, addressKey(address));

/**
 * Finds the calling member, within the limits; wrong tokens are counted by address.
 * @returns a function of the token, the address and as how many calls it counts; throws Refused `sign_in`, `token_expired`, `too_many`
 */
export const createIdentify =
  (auth: MemberAuth, callLimit: RateLimit): ((token: unknown, address: string, calls?: number) => Member) =>
  (token, address, calls) => {
    let member: Member;
    try {
      member = auth.verify(typeof token === 'string' ? token : undefined);
    } catch (error) {
      withinLimit(callLimit, addressKey(address));
      throw error;
    }
    withinLimit(callLimit, member.id, calls);
    return member;
  };

export type IdentifyOperator = (request: FastifyRequest, setsUp?: boolean) => Promise<Operator>;

/**
 * Finds the calling operator, within the limits.
 * @returns a function of the call, and of whether it sets up a second factor. The call carries the operator
 *   from then on, also where it is refused; rejects with Refused `sign_in`, `too_many`, `factor_needed`
 */
export const createIdentifyOperator =
  (officeAuth: OfficeAuth, callLimit: RateLimit): IdentifyOperator =>
  async (request, setsUp = false) => {
    const token = request.headers['ba-office-token'];
    // Counted by address before the database is queried, and apart from members behind the same address.
    withinLimit(callLimit, `office ${addressKey(request.ip)}`);
    const operator = await officeAuth.verify(typeof token === 'string' ? token : undefined);
    withinLimit(callLimit, operator.id);
    request.operator = operator;
    if (operator.mustSetUp === true && !setsUp) throw new Refused('factor_needed');
    return operator;
  };

type Done = (error?: Error) => void;
type Gate = (request: FastifyRequest, reply: FastifyReply, done: Done) => void;

const finish = (admission: Promise<unknown>, done: Done): void => {
  admission.then(
    () => done(),
    (error: unknown) => done(error instanceof Error ? error : new Error('not an error')),
  );
};

/**
 * Identifies the caller and checks their rights, before the body is read. Members and operators use different
 * headers, so that the token of one never opens a call of the other.
 */
export const createGate = (route: Route, options: GateOptions): Gate => {
  const { auth, officeAuth, callLimit, signinLimit, arePagesPublic } = options;
  const identify = createIdentify(auth, callLimit);
  const identifyOperator = createIdentifyOperator(officeAuth, callLimit);
  const isOffice = route.name.startsWith('office');

  const isPage = isOfPage(route);
  const isClosed = (): boolean => isPage && !arePagesPublic();
  const admit = (request: FastifyRequest): void => {
    if (route.auth === 'member' || isClosed()) {
      request.member = identify(request.headers['ba-user-token'], request.ip, route.calls);
      if (route.limit === 'sign_in') withinLimit(signinLimit, request.member.id);
      return;
    }
    if (route.knowsMember === true) request.member = memberOf(auth, request.headers['ba-user-token']);
    // An office and its members may share one address; many calls of one must not lock the other out.
    const address = `${isOffice ? 'office ' : ''}${addressKey(request.ip)}`;
    // Many members may be behind one address, with visitors: each is counted alone.
    withinLimit(callLimit, request.member?.id ?? address, route.calls);
    if (route.limit === 'sign_in') withinLimit(signinLimit, address);
  };

  if (route.auth !== 'operator') {
    return (request, _reply, done) => {
      // Operators read what members and visitors read.
      if (request.headers['ba-office-token'] !== undefined && isClosed()) {
        finish(identifyOperator(request), done);
        return;
      }
      try {
        admit(request);
      } catch (error) {
        done(error instanceof Error ? error : new Error('not an error'));
        return;
      }
      done();
    };
  }

  const admitOperator = async (request: FastifyRequest): Promise<void> => {
    const operator = await identifyOperator(request, route.beforeFactor);
    if (route.limit === 'sign_in') withinLimit(signinLimit, operator.id);
    if (!operator.roles.some((role) => route.roles.includes(role))) throw new Refused('forbidden');
  };
  return (request, _reply, done) => finish(admitOperator(request), done);
};
