import { setTimeout as wait } from 'node:timers/promises';
import { paths, type RouteName } from '@touchline/contract/paths';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { membersApp, type MembersApp } from './members-app.ts';

/** The envelope as a test reads it. */
type Answer = { status: number; code: number; msg: string; data: Record<string, unknown> };
type From = { address?: string; token?: string; lan?: string; userAgent?: string };

export type AccountApp = MembersApp & {
  /** A call from a network address, by default the known address of the test's members. */
  call: (name: RouteName, input?: Record<string, unknown>, from?: From) => Promise<Answer>;
  /** A new address of a caller. */
  elsewhere: () => string;
  /** The newest message to an address, as operators read it. */
  lastTo: (to: string) => Promise<{ text: string; subject: string; template: string } | undefined>;
  messagesTo: (to: string) => Promise<number>;
  /** The code sent to an address last. */
  codeTo: (to: string) => Promise<string>;
  /** Requests a code after the required pause, and reads it. */
  askCode: (to: string, purpose: string, from?: From) => Promise<string>;
  /** A new member, signed in. */
  member: (form?: Record<string, unknown>) => Promise<{ id: string; token: string; account: string }>;
};

/** The facts of a new member that tests use. */
const Registered = Type.Object({
  token: Type.String(),
  user: Type.Object({ id: Type.String(), account: Type.String() }),
});

export const password = 'flag & whistle';
export const home = '203.0.113.7';

/** The members' room behind HTTP, with helpers for tests of accounts. */
export const accountApp = async (options: Parameters<typeof membersApp>[0] = {}): Promise<AccountApp> => {
  const room = await membersApp({
    ...options,
    env: {
      TRUST_PROXY: '127.0.0.1',
      CODES_PER_MINUTE: '100000',
      CODES_PER_ADDRESS_HOUR: '100000',
      ...options.env,
    },
  });
  let people = 0;
  let addresses = 0;

  const call: AccountApp['call'] = async (name, input = {}, from = {}) => {
    const [method, url] = paths[name];
    const { address = home, token, lan, userAgent } = from;
    const response = await room.app.inject({
      method,
      url,
      ...(method === 'POST'
        ? { payload: input }
        : { query: Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)])) }),
      headers: {
        'x-forwarded-for': address,
        ...(token === undefined ? {} : { 'ba-user-token': token, 'ba-office-token': token }),
        ...(lan === undefined ? {} : { 'accept-language': lan }),
        ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
      },
    });
    return { status: response.statusCode, ...response.json<Omit<Answer, 'status'>>() };
  };

  // An overloaded machine refuses the first calls.
  while ((await call('systemConfig')).status === 503) await wait(50);

  const messages = (to: string) => room.outbox.list({ to, limit: 100, offset: 0 });
  const lastTo: AccountApp['lastTo'] = async (to) => {
    const [newest] = (await messages(to)).list;
    return newest && { text: newest.text, subject: newest.subject, template: newest.row.template };
  };
  const codeTo = async (to: string): Promise<string> => {
    await room.outbox.sendDue();
    return room.printed.findLast((one) => one.to === to)?.code ?? '';
  };

  return {
    ...room,
    call,
    lastTo,
    codeTo,
    elsewhere: () => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`,
    messagesTo: async (to) => (await messages(to)).total,
    askCode: async (to, purpose, from) => {
      room.clock.advance(61_000);
      const answer = await call('sendCode', { to, purpose }, from);
      if (answer.code !== 1) throw new Error(JSON.stringify(answer));
      return codeTo(to);
    },
    member: async (form = {}) => {
      const account = `member${people++}`;
      const input = { password, confirmPassword: password, birthDate: '1990-01-01', ...form };
      const isNamed = ['email', 'mobile', 'account'].some((name) => name in form);
      const answer = await call('register', isNamed ? input : { ...input, account });
      if (answer.code !== 1) throw new Error(JSON.stringify(answer));
      const { user, token } = Value.Parse(Registered, answer.data);
      return { id: user.id, token, account: user.account };
    },
  };
};
