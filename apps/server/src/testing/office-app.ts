import { paths, type RouteName } from '@touchline/contract/paths';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import { Secret, TOTP } from 'otpauth';
import { membersApp, type MembersApp } from './members-app.ts';

/** The envelope as a test reads it. */
// oxlint-disable-next-line typescript/no-explicit-any -- assertions look into data of every shape
type Answer = { status: number; code: number; msg: string; data: any };

type Call = (name: RouteName, input?: Record<string, unknown>) => Promise<Answer>;
export type Person = { id: string; account: string; password: string; token: string; call: Call };

export type OfficeApp = MembersApp & {
  /** A call with headers of the test. */
  call: (
    name: RouteName,
    input?: Record<string, unknown>,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  /** A new operator, signed in. */
  operator: (...roles: OperatorRole[]) => Promise<Person>;
  /** Turns the authenticator app of an operator on; other sessions of theirs end. */
  withTotp: (of: Person) => Promise<{ secret: string; recovery: string[] }>;
  /** The code of a secret at the clock's time, and some steps of 30 s later. */
  codeOf: (secret: string, steps?: number) => string;
  /** A new member, signed in, with the play money of the start. */
  member: () => Promise<Person>;
};

const password = 'flag & whistle';

/** The members' room and the office over HTTP, with members and operators who call them. */
export const officeApp = async (options: Parameters<typeof membersApp>[0] = {}): Promise<OfficeApp> => {
  const room = await membersApp(options);
  let people = 0;

  const call: OfficeApp['call'] = async (name, input = {}, headers = {}) => {
    const [method, url] = paths[name];
    const response = await room.app.inject({
      method,
      url,
      headers,
      ...(method === 'POST'
        ? { payload: input }
        : { query: Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)])) }),
    });
    return { status: response.statusCode, ...response.json<Omit<Answer, 'status'>>() };
  };

  const codeOf: OfficeApp['codeOf'] = (secret, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: room.clock.now().getTime() + steps * 30_000,
    });

  return {
    ...room,
    call,
    codeOf,
    withTotp: async ({ call: ask, password: typed }) => {
      const { data } = await ask('officeOtpBegin', { password: typed });
      const secret = String(data.secret);
      const confirmed = await ask('officeOtpConfirm', { otp: codeOf(secret) });
      if (confirmed.code !== 1) throw new Error(confirmed.msg);
      // The code that turned it on is used up.
      room.clock.advance(30_000);
      return { secret, recovery: confirmed.data.codes };
    },
    operator: async (...roles) => {
      const account = `operator${people++}`;
      const added = await room.office.operators.add({ account, roles }, { address: '' });
      const { data } = await call('officeLogin', { account, password: added.password });
      const token = String(data.token);
      return {
        id: added.row.id,
        account,
        password: added.password,
        token,
        call: (name, input) => call(name, input, { 'ba-office-token': token }),
      };
    },
    member: async () => {
      const account = `member${people++}`;
      const form = { account, password, confirmPassword: password, birthDate: '1990-01-01' };
      const { data } = await call('register', form);
      const token = String(data.token);
      return {
        id: String(data.user.id),
        account,
        password,
        token,
        call: (name, input) => call(name, input, { 'ba-user-token': token }),
      };
    },
  };
};
