import { limits } from '@touchline/contract/limits';
import type { RouteName } from '@touchline/contract/paths';
import { isDeciding, type Auth, type Route } from '@touchline/contract/route';
import { routes, type Routes } from '@touchline/contract/routes';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Validator } from 'typebox/compile';
import { currentSpan, traced } from '../logging/spans.ts';
import { Refused } from '../refusal.ts';
import { secondsOf, type CallCounts, type CallLog } from './call-log.ts';
import { compileOnce, createInputReader, registerForms, type JsonBody } from './input.ts';
import { createGate, type GateOptions } from './gate.ts';
import type { Caller, CallerOf, Handlers, Member, Operator } from '../handler.ts';
import type { Place } from './request-origin.ts';

type NameOf<A extends Auth> = { [N in RouteName]: Routes[N]['auth'] extends A ? N : never }[RouteName];
const isOf = <A extends Auth>(name: RouteName, auth: A): name is NameOf<A> => routes[name].auth === auth;

export type CallsOptions = GateOptions & {
  handlers: Handlers;
  counts: CallCounts;
  lines: CallLog;
  languageOf: (header: string | undefined) => Lan;
  placeOf: (request: FastifyRequest) => Place;
  /** Checks each answer against the contract; a difference is a fault. For tests, since it takes time. */
  checkAnswers: boolean;
};

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name);

/** @throws when a route has no handler, or a handler no route */
const compareTables = (handlers: Handlers): RouteName[] => {
  const without = Object.keys(routes).filter((name) => !Object.hasOwn(handlers, name));
  const unknown = Object.keys(handlers).filter((name) => !isRouteName(name));
  if (without.length > 0) throw new Error(`Routes without a handler: ${without.join(', ')}`);
  if (unknown.length > 0) throw new Error(`Handlers without a route: ${unknown.join(', ')}`);
  return Object.keys(routes).filter(isRouteName);
};

/**
 * Renders the answer of a successful call. Only placing a bet has a message for the member.
 * @returns the envelope as JSON. It is made in one piece: text put around the data's JSON would be copied
 *   again.
 */
const createSuccessRenderer = (name: RouteName): ((data: unknown, lan: Lan) => string) => {
  const messages = new Map<Lan, string>();
  const messageIn = (lan: Lan): string => {
    const known = messages.get(lan);
    if (known !== undefined) return known;
    const msg = name === 'orderAdd' ? serverTranslator(lan)('success.orderAdd') : '';
    messages.set(lan, msg);
    return msg;
  };
  return (data, lan) => JSON.stringify({ code: 1, msg: messageIn(lan), data });
};

const createAnswerCheck = (route: Route): ((data: unknown) => void) => {
  let validator: Validator | undefined;
  return (data) => {
    validator ??= compileOnce(route.output);
    // As the client reads it: JSON drops some values.
    const sent: unknown = JSON.parse(JSON.stringify(data));
    if (validator.Check(sent)) return;
    throw new Error(
      `The answer of ${route.name} breaks the contract: ${JSON.stringify(validator.Errors(sent))}`,
    );
  };
};

/**
 * Calls of one member that run at once, and the ones that wait: fewer than there are connections for
 * everybody.
 */
const callsAtOnce = 4;
const callsWaiting = 200;
/** Shorter answers cost more to compress than they save. */
const compressFromBytes = 1_024;

/** The largest body of each kind that is larger than others, bytes. */
const bodyLimits = { words: limits.wordsMaxBytes, file: limits.importMaxBytes } as const;

/** Registers every call of the contract. */
export const registerCalls = async (app: FastifyInstance, options: CallsOptions): Promise<void> => {
  app.decorateRequest('member', null);
  app.decorateRequest('operator', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      const value: unknown = text === '' ? {} : JSON.parse(text);
      done(null, { value, escaped: text.includes('\\u') } satisfies JsonBody);
    } catch {
      done(new Refused('bad_request'));
    }
  });
  const turns = createTurns({ atOnce: callsAtOnce, waitingMax: callsWaiting });
  const names = compareTables(options.handlers);
  for (const name of names) if (routes[name].body !== 'form') registerCall(app, name, options, turns);
  await app.register(async (forms) => {
    await registerForms(forms);
    for (const name of names) if (routes[name].body === 'form') registerCall(forms, name, options, turns);
  });
};

const registerCall = (app: FastifyInstance, name: RouteName, options: CallsOptions, turns: Turns): void => {
  const { handlers, counts, lines, languageOf, placeOf, checkAnswers } = options;
  const route: Route = routes[name];
  const readInput = createInputReader(route);
  const render = createSuccessRenderer(name);
  const checkAnswer = checkAnswers ? createAnswerCheck(route) : undefined;
  const succeed = (request: FastifyRequest, reply: FastifyReply, data: unknown, lan: Lan): FastifyReply => {
    let body: string;
    try {
      checkAnswer?.(data);
      body = render(data, lan);
    } catch (error) {
      return reply.send(error);
    }
    counts.count(route.path, 'success', secondsOf(request));
    lines.ended(request, 'success');
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
    onRequest: createGate(route, options),
    ...(route.body === 'words' || route.body === 'file' ? { bodyLimit: bodyLimits[route.body] } : {}),
    compress: route.compress === true ? { threshold: compressFromBytes } : false,
    handler: (request, reply) => {
      const input = readInput(request.body, request.query);
      const lan = languageOf(request.headers['accept-language']);
      const caller: AnyCaller = {
        lan,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        ...placeOf(request),
        member: request.member,
        operator: request.operator,
      };
      // Two branches instead of async and await: this is the path of every bet.
      const answer = traced(
        () => ({
          name,
          kind: 'call',
          startedMs: request.startedMs,
          attributes: { 'http.request.method': route.method, 'http.route': route.path },
        }),
        () => {
          request.span = currentSpan();
          return request.member === null || route.takesTurns === false
            ? call(input, caller)
            : turns(request.member.id, () => call(input, caller));
        },
      );
      answer.then(
        (data) => succeed(request, reply, data, lan),
        (error: unknown) => reply.send(error),
      );
    },
  });
};

/** A caller before the kind of the call is known. */
type AnyCaller = Caller & { member: Member | null; operator: Operator | null };
const isMember = (caller: AnyCaller): caller is AnyCaller & { member: Member } => caller.member !== null;
const isOperator = (caller: AnyCaller): caller is AnyCaller & { operator: Operator } =>
  caller.operator !== null;

/** Only called with an input that the schema of the call has accepted. */
const accepted = (_input: unknown): _input is never => true;

/**
 * The handler of `name` for an input its schema accepted. Handler and schema are in two tables under one
 * name, which the types of a loop over the tables cannot follow: `accepted` asserts it.
 */
const createCall = (
  name: RouteName,
  handlers: Handlers,
): ((input: unknown, caller: AnyCaller) => Promise<unknown>) => {
  if (isOf(name, 'public')) {
    const handler: (input: never, caller: CallerOf<'public'>) => Promise<unknown> = handlers[name];
    return (input, caller) =>
      accepted(input) ? handler(input, caller) : Promise.reject(new Refused('validation'));
  }
  if (isOf(name, 'operator')) {
    const handler: (input: never, caller: CallerOf<'operator'>) => Promise<unknown> = handlers[name];
    return async (input, caller) => {
      if (!accepted(input) || !isOperator(caller)) throw new Refused('sign_in');
      if (isDeciding(routes[name], input)) refuseWaiting(caller.operator);
      return handler(input, caller);
    };
  }
  const handler: (input: never, caller: CallerOf<'member'>) => Promise<unknown> = handlers[name];
  return (input, caller) =>
    accepted(input) && isMember(caller) ? handler(input, caller) : Promise.reject(new Refused('sign_in'));
};

/** Runs work as soon as few enough calls of the same owner are running. */
export type Turns = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

/** When an owner with waiting calls may send another one. */
const comeBackMs = 1_000;

/**
 * Lets each member have a few calls running at once, so that none takes all connections of the database:
 * the others of the same member wait, in their order.
 * @param atOnce calls of one member that run
 * @param waitingMax calls of one member that wait; one more is refused as `too_many`
 */
export const createTurns = ({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Turns => {
  const owners = new Map<string, { running: number; waiting: (() => void)[] }>();

  const leave = (owner: string): void => {
    const own = owners.get(owner);
    const next = own?.waiting.shift();
    // The first in line takes over the place.
    if (next !== undefined) next();
    else if (own !== undefined && --own.running === 0) owners.delete(owner);
  };

  return async (owner, work) => {
    const own = owners.get(owner) ?? { running: 0, waiting: [] };
    owners.set(owner, own);
    if (own.running < atOnce) own.running += 1;
    else if (own.waiting.length < waitingMax) await new Promise<void>((resolve) => own.waiting.push(resolve));
    else throw new Refused('too_many', { until: new Date(Date.now() + comeBackMs).toISOString() });
    try {
      return await work();
    } finally {
      leave(owner);
    }
  };
};

/**
 * Refuses decisions of an operator who is new or has a new second factor.
 * @param operator.waitsUntil set only while the operator waits
 * @throws Refused `operator_waits` with `until`
 */
const refuseWaiting = ({ waitsUntil }: { waitsUntil?: Date | undefined }): void => {
  if (waitsUntil !== undefined) throw new Refused('operator_waits', { until: waitsUntil.toISOString() });
};
