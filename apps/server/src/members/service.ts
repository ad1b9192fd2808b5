import type { Input, Output } from '@touchline/contract/routes';
import type { User } from '@touchline/contract/shapes/user';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { refusedCountries } from '../platform/refused-countries.ts';
import { Refused } from '../platform/refusal.ts';
import type { Auth } from '../http/auth.ts';
import type { Caller, Member } from '../http/handler.ts';
import type { Wallet } from '../wallet/service.ts';
import { createAccessTokens } from './access-token.ts';
import type { EndedSessions } from './ended-sessions.ts';
import type { PasswordHasher } from './password-hash.ts';
import { findMember, type MemberRow } from './queries.ts';
import { createRefreshTokens } from './refresh-token.ts';
import { createRegister } from './register.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { purgeFailures } from './throttle-queries.ts';

export type MembersOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'open' | 'post' | 'balance'>;
  config: Pick<
    Config,
    'PLAY_GRANT' | 'MIN_AGE' | 'SITE_TIME_ZONE' | 'SITE_CALLING_CODE' | 'COUNTRIES_REFUSED'
  >;
  currency: Currency;
  clock: Clock;
  /** Signs tokens; the same in all processes. */
  secret: Uint8Array;
  hasher: PasswordHasher;
  ended: EndedSessions;
};

/** The members' room: accounts and their sessions. */
export type Members = {
  auth: Auth;
  register: (input: Input<'register'>, caller: Caller) => Promise<Output<'register'>>;
  signIn: (input: Input<'login'>, caller: Caller) => Promise<Output<'login'>>;
  refresh: (refreshToken: string) => Promise<Output<'refreshToken'>>;
  signOut: (member: Member) => Promise<void>;
  userInfo: (member: Member) => Promise<User>;
  /** Forgets what no longer counts; called now and then. */
  tidy: () => Promise<void>;
};

const dayMs = 24 * 60 * 60 * 1_000;

/** @throws when the play money is no amount of the currency */
export const createMembers = (options: MembersOptions): Members => {
  const { pool, wallet, config, currency, clock, secret, hasher, ended } = options;
  const now = (): Date => clock.now();
  const grantMinor = parseAmount(config.PLAY_GRANT, currency.scale);
  if (grantMinor === undefined) throw new Error(`PLAY_GRANT "${config.PLAY_GRANT}" is no amount`);

  const accessTokens = createAccessTokens({ secret, isEnded: ended.has, nowMs: () => now().getTime() });
  const refreshTokens = createRefreshTokens(secret);
  const sessions = createSessions({ db: pool, accessTokens, refreshTokens, ended, now });
  const register = createRegister({
    pool,
    wallet,
    hasher,
    sessions,
    now,
    currency: currency.code,
    grantMinor,
    minAge: config.MIN_AGE,
    timeZone: config.SITE_TIME_ZONE,
    refusedCountries: refusedCountries(config.COUNTRIES_REFUSED),
  });
  const signIn = createSignIn({ db: pool, hasher, sessions, now, callingCode: config.SITE_CALLING_CODE });

  const userOf = async (member: MemberRow): Promise<User> => {
    const balance = await wallet.balance(member.id, member.shard);
    if (balance === undefined) throw new Error('A member without a wallet');
    return {
      id: member.id,
      account: member.account,
      ...(member.area_code === null ? {} : { areaCode: member.area_code }),
      ...(member.mobile === null ? {} : { mobile: member.mobile }),
      ...(member.email === null ? {} : { email: member.email }),
      verified: false,
      identity: 'none',
      invitationCode: member.invitation_code,
      balance: formatAmount(balance.availableMinor, currency.scale),
      held: formatAmount(balance.heldMinor, currency.scale),
      currency: balance.currency,
      vipLevel: 0,
      teamLevel: 0,
      language: member.language,
      registeredAt: member.registered_at.toISOString(),
      turnoverLeft: formatAmount(0n, currency.scale),
    };
  };

  return {
    auth: { verify: accessTokens.verify },
    register: async (input, caller) => {
      const { member, session } = await register(input, caller);
      return { ...session, user: await userOf(member) };
    },
    signIn: async (input, caller) => {
      const { member, session } = await signIn(input, caller);
      return { ...session, user: await userOf(member) };
    },
    refresh: (refreshToken) => sessions.refresh(refreshToken),
    signOut: ({ sessionId }) => sessions.signOut(sessionId),
    userInfo: async ({ id }) => {
      const member = await findMember(pool, id);
      if (member === undefined) throw new Refused('sign_in');
      return userOf(member);
    },
    tidy: () => purgeFailures(pool, new Date(now().getTime() - dayMs)),
  };
};
