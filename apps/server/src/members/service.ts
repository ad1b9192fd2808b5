import type { Input, Output } from '@touchline/contract/routes';
import type { User } from '@touchline/contract/shapes/user';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { refusedCountries } from '../platform/refused-countries.ts';
import type { SendLetter } from '../platform/letters.ts';
import type { PasswordHasher } from '../platform/password-hash.ts';
import { Refused } from '../platform/refusal.ts';
import { createPasswordCheck } from '../platform/throttle/password-check.ts';
import { purgeFailures } from '../platform/throttle/queries.ts';
import type { Auth } from '../http/auth.ts';
import type { Caller, Member } from '../http/handler.ts';
import type { Wallet } from '../wallet/service.ts';
import { createAccessTokens } from './access-token.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { findMembers, searchMembers } from './find-queries.ts';
import { findMember, type MemberRow } from './queries.ts';
import { createRefreshTokens } from './refresh-token.ts';
import { createRegister, type OnJoined } from './register.ts';
import type { JudgeSecondFactor } from './security/second-factor.ts';
import { createSecurity, type CheckSecond, type SecurityRoom } from './security/service.ts';
import { createSessions, type EndSessions, type OpenSession } from './sessions.ts';
import { createMemberCheck, createSignIn } from './sign-in.ts';
import { createVerification, type ClaimDocument, type Verification } from './verification.ts';

export type MembersOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'open' | 'post' | 'balance'>;
  config: Pick<
    Config,
    | 'PLAY_GRANT'
    | 'MIN_AGE'
    | 'SITE_TIME_ZONE'
    | 'SITE_CALLING_CODE'
    | 'COUNTRIES_REFUSED'
    | 'SITE_NAME'
    | 'PASSKEY_RP_ID'
  >;
  currency: Currency;
  clock: Clock;
  /** Signs tokens; the same in all processes. */
  secret: Uint8Array;
  hasher: PasswordHasher;
  ended: EndedSessions;
  /** Tells the member of what was done to the account. */
  sendLetter: SendLetter;
  /** Takes the image of an identity document; see ClaimDocument. */
  claimDocument: ClaimDocument;
  /** Turnover a member still owes before a withdrawal, minor units. */
  turnoverLeft: (owner: Owner) => Promise<bigint>;
  /** What other rooms know of a member: levels, and what keeps the member from playing. */
  standing: (owner: Owner) => Promise<Pick<User, 'vipLevel' | 'teamLevel' | 'restriction'>>;
  /** Told of each new member within the transaction that opens the account: who invited, and from which device. */
  onJoined: OnJoined;
  /** Told of the device a member has signed in from. */
  onDevice: (owner: Owner & { device: string }) => Promise<void>;
};

type Owner = { shard: number; memberId: string };

export { sameName } from './real-name.ts';
export type { MemberRow } from './queries.ts';
export type { ClaimDocument } from './verification.ts';
export type { IdentityRow } from './verification-queries.ts';

/** The members' room: accounts and their sessions. */
export type Members = {
  auth: Auth;
  register: (input: Input<'register'>, caller: Caller) => Promise<Output<'register'>>;
  signIn: (input: Input<'login'>, caller: Caller) => Promise<Output<'login'>>;
  refresh: (refreshToken: string) => Promise<Output<'refreshToken'>>;
  signOut: (member: Member) => Promise<void>;
  userInfo: (member: Member) => Promise<User>;
  /** @throws Refused `validation`, `not_found`, `document_used`, `identity_fixed` */
  identitySave: (member: Member, input: Input<'identitySave'>) => Promise<User>;
  /** The review of names, for the office. */
  verification: Omit<Verification, 'submit' | 'latest'>;
  /** The name that was verified; undefined when none was. */
  verifiedName: (memberId: string) => Promise<string | undefined>;
  /**
   * Asks a signed-in member for the password once more; guessing is slowed as it is at sign-in.
   * @throws Refused `wrong_credentials`, `locked`
   */
  checkPassword: (given: { memberId: string; password: string; address: string }) => Promise<void>;
  /** Asks for the second factor of whoever has one, once the first was right. */
  judgeSecondFactor: JudgeSecondFactor;
  /** Asks for more than the session, before much is given away: the second factor, or else the password. */
  checkSecond: CheckSecond;
  /** Ends all sessions of a member, but one if it is named, and their live streams. */
  endSessions: EndSessions;
  /** @throws Refused `passkey_wrong` */
  passkeySignIn: (input: Input<'passkeyLogin'>, caller: Caller) => Promise<Output<'passkeyLogin'>>;
  /** What keeps an account safe, as its member sees and changes it. */
  security: Omit<SecurityRoom, 'judgeSecondFactor' | 'checkSecond' | 'passkeyLogin' | 'tidy'>;
  /** Members by id; who is not there is missing. */
  byIds: (ids: readonly string[]) => Promise<Map<string, MemberRow>>;
  /** Members by id, e-mail, mobile number or the beginning of the account. */
  search: (q: string, limit: number) => Promise<MemberRow[]>;
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
    onJoined: options.onJoined,
  });
  const checkPassword = createPasswordCheck({ db: pool, hasher, now });
  const callingCode = config.SITE_CALLING_CODE;
  const memberCheck = createMemberCheck({ db: pool, checkPassword });
  const security = createSecurity({
    ...{ pool, config, secret, hasher, checkPassword: memberCheck, sessions, ended, now },
    sendLetter: options.sendLetter,
  });
  const { judgeSecondFactor } = security;
  const signIn = createSignIn({ db: pool, checkPassword, sessions, judgeSecondFactor, callingCode });
  const verification = createVerification({ pool, claimDocument: options.claimDocument, now });

  const identityOf = async (
    member: MemberRow,
  ): Promise<Pick<User, 'verified' | 'identity' | 'identityReason' | 'realName'>> => {
    if (member.real_name !== null) {
      return { verified: true, identity: 'verified', realName: member.real_name };
    }
    const latest = await verification.latest({ shard: member.shard, memberId: member.id });
    if (latest === undefined) return { verified: false, identity: 'none' };
    return {
      ...{ verified: false, identity: latest.state, realName: latest.real_name },
      ...(latest.reason === null ? {} : { identityReason: latest.reason }),
    };
  };

  const userOf = async (member: MemberRow): Promise<User> => {
    const owner = { shard: member.shard, memberId: member.id };
    const balance = await wallet.balance(member.id, member.shard);
    if (balance === undefined) throw new Error('A member without a wallet');
    return {
      id: member.id,
      account: member.account,
      ...(member.area_code === null ? {} : { areaCode: member.area_code }),
      ...(member.mobile === null ? {} : { mobile: member.mobile }),
      ...(member.email === null ? {} : { email: member.email }),
      ...(await identityOf(member)),
      birthDate: member.birth_date,
      otp: member.otp,
      invitationCode: member.invitation_code,
      balance: formatAmount(balance.availableMinor, currency.scale),
      held: formatAmount(balance.heldMinor, currency.scale),
      currency: balance.currency,
      ...(await options.standing(owner)),
      language: member.language,
      registeredAt: member.registered_at.toISOString(),
      turnoverLeft: formatAmount(await options.turnoverLeft(owner), currency.scale),
    };
  };

  const userInfo = async ({ id }: Member): Promise<User> => {
    const member = await findMember(pool, id);
    if (member === undefined) throw new Refused('sign_in');
    return userOf(member);
  };

  const signedIn = async (
    { member, session }: { member: MemberRow; session: OpenSession },
    device: string | undefined,
  ): Promise<Output<'login'>> => {
    if (device !== undefined) {
      await options.onDevice({ shard: member.shard, memberId: member.id, device });
    }
    return { ...session, user: await userOf(member) };
  };

  return {
    auth: { verify: accessTokens.verify },
    register: async (input, caller) => {
      const { member, session } = await register(input, caller);
      return { ...session, user: await userOf(member) };
    },
    signIn: async (input, caller) => signedIn(await signIn(input, caller), input.device),
    passkeySignIn: async (input, caller) =>
      signedIn(await security.passkeyLogin(input, caller), input.device),
    security,
    judgeSecondFactor,
    checkSecond: security.checkSecond,
    endSessions: sessions.endAll,
    refresh: (refreshToken) => sessions.refresh(refreshToken),
    signOut: ({ sessionId }) => sessions.signOut(sessionId),
    userInfo,
    identitySave: async (member, input) => {
      await verification.submit(member, input);
      return userInfo(member);
    },
    verification,
    verifiedName: async (memberId) => (await findMember(pool, memberId))?.real_name ?? undefined,
    checkPassword: async (given) => {
      await memberCheck(given);
    },
    byIds: async (ids) =>
      new Map((await findMembers(pool, [...new Set(ids)])).map((member) => [member.id, member])),
    search: (q, limit) => searchMembers(pool, { q, callingCode, limit }),
    tidy: async () => {
      await purgeFailures(pool, new Date(now().getTime() - dayMs));
      await security.tidy();
      await sessions.tidy();
    },
  };
};
