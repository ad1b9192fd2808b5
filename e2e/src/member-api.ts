import type { Envelope, Refusal } from '@touchline/contract/envelope';
import { paths, type RouteName } from '@touchline/contract/paths';
import type { Route } from '@touchline/contract/route';
import { routes, type CallInput, type Output } from '@touchline/contract/routes';
import type { Session } from '@touchline/contract/shapes/user';
import { Compile } from 'typebox/compile';

/** The password of every member that tests make. */
export const password = 'stone-74-hill';

/** A call that was refused, with its envelope's code and reason. */
export class CallRefused extends Error {
  readonly code: number;
  readonly reason: string;
  constructor(name: RouteName, { code, msg, data }: { code: number; msg: string; data: Refusal }) {
    super(`${name} was refused with ${code} ${data.reason}: ${msg} ${JSON.stringify(data)}`);
    this.code = code;
    this.reason = data.reason;
  }
}

/** The API as one member sees it; every answer is checked against the contract. */
export type MemberApi = {
  /** Makes a call. @returns the whole envelope. @throws when no answer arrives or it breaks the contract */
  answer<N extends RouteName>(name: N, input: CallInput<N>): Promise<Envelope<Output<N>>>;
  /** Makes a call that shall succeed. @returns its data. @throws CallRefused */
  call<N extends RouteName>(name: N, input: CallInput<N>): Promise<Output<N>>;
  /** Opens an account and continues as its member. */
  register(account: string): Promise<Session>;
  /** Signs in and continues as that member. */
  login(account: string): Promise<Session>;
};

type Check = (data: unknown) => boolean;
const checks = new Map<RouteName, Check>();

/** The check of a call's data, compiled once. */
const checkOf = (name: RouteName): Check => {
  const known = checks.get(name);
  if (known !== undefined) return known;
  const route: Route = routes[name];
  const validator = Compile(route.output);
  const check: Check = (data) => validator.Check(data);
  checks.set(name, check);
  return check;
};

const isData = <N extends RouteName>(name: N, data: unknown): data is Output<N> => checkOf(name)(data);

const isRefusal = (answer: object): answer is Exclude<Envelope<never>, { code: 1 }> =>
  'code' in answer &&
  answer.code !== 1 &&
  'data' in answer &&
  typeof answer.data === 'object' &&
  answer.data !== null &&
  'reason' in answer.data;

/** The query string of an input. Fields without a value are left out. */
const queryOf = (input: object): string =>
  new URLSearchParams(
    Object.entries(input).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString();

/**
 * The API of a server.
 * @param url where it listens, without a slash at the end
 * @param session token of a session to continue
 * @param lan of the answers
 */
export const memberApi = (url: string, session = '', lan = 'en'): MemberApi => {
  let token = session;

  const answer: MemberApi['answer'] = async (name, input) => {
    const [method, path] = paths[name];
    const headers = { 'accept-language': lan, 'ba-user-token': token };
    const response =
      method === 'GET'
        ? await fetch(`${url}${path}?${queryOf(input)}`, { headers })
        : await fetch(`${url}${path}`, {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(input),
          });
    const text = await response.text();
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) {
      if (isRefusal(body)) return body;
      if ('code' in body && body.code === 1 && 'data' in body && isData(name, body.data)) {
        return { code: 1, msg: 'msg' in body ? String(body.msg) : '', data: body.data };
      }
    }
    throw new Error(`${name} answered ${response.status} with what the contract does not know: ${text}`);
  };

  const call: MemberApi['call'] = async (name, input) => {
    const envelope = await answer(name, input);
    if (envelope.code !== 1) throw new CallRefused(name, envelope);
    return envelope.data;
  };

  const enter = (session: Session): Session => {
    token = session.token;
    return session;
  };
  return {
    answer,
    call,
    register: async (account) =>
      enter(
        await call('register', { account, password, confirmPassword: password, birthDate: '1990-05-31' }),
      ),
    login: async (account) => enter(await call('login', { account, password })),
  };
};
