import { Secret, TOTP } from 'otpauth';
import { paths, type RouteName } from '@touchline/contract/paths';
import type { Letter } from '../platform/letters.ts';
import { membersApp, type MembersApp } from './members-app.ts';

type Answer = { code: number; msg: string; data: Record<string, unknown> };
export type Signed = { token: string; refreshToken: string; account: string; id: string };

export const password = 'corner 4-4-2';
export const home = '203.0.113.7';

export type SecurityRoom = MembersApp & {
  call(
    name: RouteName,
    input: object,
    from?: { token?: string; address?: string; userAgent?: string; host?: string },
  ): Promise<Answer>;
  /** A new member, signed in from their usual address. */
  member(): Promise<Signed>;
  /** Turns the second factor of a member on. */
  withOtp(of: Signed): Promise<{ secret: string; recovery: string[] }>;
  /** The code of a secret at the clock's time, and some steps of 30 s later. */
  codeOf(secret: string, steps?: number): string;
  /** A new address. */
  newAddress(): string;
};

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The letters of a member after the welcome, oldest first. */
export const lettersOf = (room: Pick<MembersApp, 'letters'>, id: string): Letter[] =>
  room.letters
    .filter(({ memberId }) => memberId === id)
    .map(({ memberId: _of, ...letter }) => letter)
    .filter(({ template }) => template !== 'welcome');

/** The members' room with common steps of tests of account security. */
export const securityRoom = async (env: Record<string, string> = {}): Promise<SecurityRoom> => {
  const room = await membersApp({ env: { TRUST_PROXY: '127.0.0.1', ...env } });
  let people = 0;
  let addresses = 0;

  const call: SecurityRoom['call'] = async (name, input, from = {}) => {
    const [method, url] = paths[name];
    const answer = await room.app.inject({
      method,
      url,
      ...(method === 'POST' ? { payload: input } : { query: Object.fromEntries(Object.entries(input)) }),
      headers: {
        'x-forwarded-for': from.address ?? home,
        ...(from.token === undefined ? {} : { 'ba-user-token': from.token }),
        ...(from.userAgent === undefined ? {} : { 'user-agent': from.userAgent }),
        ...(from.host === undefined ? {} : { host: from.host }),
      },
    });
    return answer.json<Answer>();
  };

  const codeOf: SecurityRoom['codeOf'] = (secret, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: room.clock.now().getTime() + steps * 30_000,
    });

  return {
    ...room,
    call,
    codeOf,
    newAddress: () => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`,
    async member() {
      const account = `person${people++}`;
      const form = { account, password, confirmPassword: password, birthDate: '1990-01-01' };
      const { code, msg, data } = await call('register', form);
      if (code !== 1) throw new Error(msg);
      const token = String(data['token']);
      const { data: user } = await call('userInfo', {}, { token });
      return { account, token, refreshToken: String(data['refreshToken']), id: String(user['id']) };
    },
    async withOtp({ token }) {
      const begun = await call('otpBegin', { password }, { token });
      const secret = String(begun.data['secret']);
      const confirmed = await call('otpConfirm', { otp: codeOf(secret) }, { token });
      if (confirmed.code !== 1) throw new Error(confirmed.msg);
      // The code that turned it on is used up.
      room.clock.advance(30_000);
      return { secret, recovery: texts(confirmed.data['codes']) };
    },
  };
};
