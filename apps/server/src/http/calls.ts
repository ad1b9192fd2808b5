import type { RouteName } from '@touchline/contract/paths';
import type { Route } from '@touchline/contract/route';
import { routes, type Routes } from '@touchline/contract/routes';
import type { Lan } from '@touchline/locales/locales';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import { addressKey } from '../platform/address.ts';
import { Refused } from '../platform/refusal.ts';
import type { Auth } from './auth.ts';
import type { CallCounts } from './call-counts.ts';
import { createSuccessRenderer } from './envelope.ts';
import { registerForms } from './forms.ts';
import type { Caller, Handlers, Member } from './handler.ts';
import { createInputReader, type JsonBody } from './input.ts';
import type { RateLimit } from './rate-limit.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- augmentation needs an interface
  interface FastifyRequest {
    /** Who calls; null on public calls. */
    member: Member | null;
  }
}

type PublicName = { [N in RouteName]: Routes[N]['auth'] extends 'public' ? N : never }[RouteName];
const isPublic = (name: RouteName): name is PublicName => routes[name].auth === 'public';

export type CallsOptions = {
  handlers: Handlers;
  auth: Auth;
  counts: CallCounts;
  languageOf: (header: string | undefined) => Lan;
  /** Calls per minute of a member, or of an address that is not signed in. */
  callLimit: RateLimit;
  /** Sign-ins and sign-ups per minute of an address. */
  signinLimit: RateLimit;
  /** Checks each answer against the contract; a difference is a fault. For tests: it costs time. */
  checkAnswers: boolean;
};

/** Calls that cost a password hash or make rows for anyone who asks. */
const signinCalls: ReadonlySet<RouteName> = new Set<RouteName>(['login', 'register']);

/** Answers worth compressing: long, and without secrets. Placing a bet is short and must be quick. */
const longAnswers: ReadonlySet<RouteName> = new Set<RouteName>([
  'systemConfig',
  'home',
  'eventList',
  'eventDetail',
  'priceHistory',
  'rules',
  'orderList',
  'orderDetail',
]);

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name);

/** @throws when a route has no handler, or a handler no route */
const compareTables = (handlers: Handlers): RouteName[] => {
  const without = Object.keys(routes).filter((name) => !Object.hasOwn(handlers, name));
  const unknown = Object.keys(handlers).filter((name) => !isRouteName(name));
  if (without.length > 0) throw new Error(`Routes without a handler: ${without.join(', ')}`);
  if (unknown.length > 0) throw new Error(`Handlers without a route: ${unknown.join(', ')}`);
  return Object.keys(routes).filter(isRouteName);
};

const withinLimit = (limit: RateLimit, key: string): void => {
  const untilMs = limit(key, Date.now());
  if (untilMs !== undefined) throw new Refused('too_many', { until: new Date(untilMs).toISOString() });
};

const createAnswerCheck = (route: Route): ((data: unknown) => void) => {
  const validator = Compile(route.output);
  return (data) => {
    // As it will be read: JSON drops what it cannot say.
    const sent: unknown = JSON.parse(JSON.stringify(data));
    if (validator.Check(sent)) return;
    throw new Error(
      `The answer of ${route.name} breaks the contract: ${JSON.stringify(validator.Errors(sent))}`,
    );
  };
};

/**
 * Tells who calls, within the limits; whoever guesses tokens is counted by address.
 * @returns a function of the token and the address; throws Refused `sign_in`, `token_expired`, `too_many`
 */
export const createIdentify =
  (auth: Auth, callLimit: RateLimit): ((token: unknown, address: string) => Member) =>
  (token, address) => {
    let member: Member;
    try {
      member = auth.verify(typeof token === 'string' ? token : undefined);
    } catch (error) {
      withinLimit(callLimit, addressKey(address));
      throw error;
    }
    withinLimit(callLimit, member.id);
    return member;
  };

/** Calls that take a multipart form beside JSON; the others know nothing of forms. */
const formCalls: ReadonlySet<RouteName> = new Set<RouteName>(['upload']);

/** Registers every call of the contract. */
export const registerCalls = async (app: FastifyInstance, options: CallsOptions): Promise<void> => {
  app.decorateRequest('member', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      const value: unknown = text === '' ? {} : JSON.parse(text);
      done(null, { value, escaped: text.includes('\\u') } satisfies JsonBody);
    } catch {
      done(new Refused('bad_request'));
    }
  });
  const names = compareTables(options.handlers);
  for (const name of names) if (!formCalls.has(name)) registerCall(app, name, options);
  await app.register(async (forms) => {
    await registerForms(forms);
    for (const name of names) if (formCalls.has(name)) registerCall(forms, name, options);
  });
};

const registerCall = (app: FastifyInstance, name: RouteName, options: CallsOptions): void => {
  const { handlers, auth, counts, languageOf, callLimit, signinLimit, checkAnswers } = options;
  const route: Route = routes[name];
  const readInput = createInputReader(route);
  const render = createSuccessRenderer(name);
  const checkAnswer = checkAnswers ? createAnswerCheck(route) : undefined;
  const identify = createIdentify(auth, callLimit);

  const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      if (route.auth === 'public') {
        const key = addressKey(request.ip);
        withinLimit(callLimit, key);
        if (signinCalls.has(name)) withinLimit(signinLimit, key);
      } else {
        request.member = identify(request.headers['ba-user-token'], request.ip);
      }
    } catch (error) {
      done(error instanceof Error ? error : new Error('not an error'));
      return;
    }
    done();
  };

  const succeed = (reply: FastifyReply, data: unknown, lan: Lan): FastifyReply => {
    let body: string;
    try {
      checkAnswer?.(data);
      body = render(data, lan);
    } catch (error) {
      return reply.send(error);
    }
    counts.count(route.path, 'success');
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(body);
  };

  const call = createCall(name, handlers);
  app.route<{ Body: JsonBody | undefined }>({
    method: route.method,
    url: route.path,
    onRequest,
    ...(longAnswers.has(name) ? { compress: { threshold: 1_024 } } : { compress: false }),
    handler: (request, reply) => {
      const input = readInput(request.body, request.query);
      const lan = languageOf(request.headers['accept-language']);
      const caller: MaybeMember = {
        lan,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        host: request.host,
        member: request.member,
      };
      // Two branches instead of async and await: this is the path of every bet.
      call(input, caller).then(
        (data) => succeed(reply, data, lan),
        (error: unknown) => reply.send(error),
      );
    },
  });
};

/** A caller before it is known whether the call needs a member. */
type MaybeMember = Caller & { member: Member | null };
const isMember = (caller: MaybeMember): caller is Caller & { member: Member } => caller.member !== null;

/** Only ever asked about an input that the schema of the call's name has accepted. */
const accepted = (_input: unknown): _input is never => true;

/**
 * The handler of `name` for an input its schema accepted. Handler and schema stand in two tables under one name, which
 * the types of a loop over the tables cannot follow: `accepted` is where it is asserted.
 */
const createCall = (
  name: RouteName,
  handlers: Handlers,
): ((input: unknown, caller: MaybeMember) => Promise<unknown>) => {
  if (isPublic(name)) {
    const handler: (input: never, caller: Caller) => Promise<unknown> = handlers[name];
    return (input, caller) =>
      accepted(input) ? handler(input, caller) : Promise.reject(new Refused('validation'));
  }
  const handler: (input: never, caller: Caller & { member: Member }) => Promise<unknown> = handlers[name];
  return (input, caller) =>
    accepted(input) && isMember(caller) ? handler(input, caller) : Promise.reject(new Refused('sign_in'));
};
