import { dayMs } from '@touchline/contract/durations';
import type { Input, Output } from '@touchline/contract/routes';
import { termsVersion } from '@touchline/contract/terms';
import type { User } from '@touchline/contract/shapes/user';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Outbox } from '../platform/outbox/service.ts';
import { refusedCountries } from '../platform/refused-countries.ts';
import { remember } from '../platform/settings/live.ts';
import type { SendLetter } from '../platform/letters.ts';
import type { PasswordHasher } from '../platform/password-hash.ts';
import { Refused } from '../platform/refusal.ts';
import { createPasswordCheck } from '../platform/throttle/password-check.ts';
import { purgeFailures } from '../platform/throttle/queries.ts';
import type { Auth } from '../platform/auth.ts';
import type { Caller, Member } from '../platform/handler.ts';
import type { Wallet } from '../wallet/service.ts';
import { createAccessTokens } from './access-token.ts';
import { createCodeSignIn } from './code-sign-in.ts';
import { createCodes, type Codes } from './codes/service.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { findMembers, searchMembers } from './find-queries.ts';
import { createDesk, type MembersDesk } from './desk.ts';
import { createNewPlace } from './new-place.ts';
import { createProfile } from './profile.ts';
import { findMember, type MemberRow } from './queries.ts';
import { createRefreshTokens } from './refresh-token.ts';
import { createRegister, type OnJoined, type OpenedBy } from './register.ts';
import { createFactorEnd, type FactorEnd } from './security/factor-end.ts';
import { createSecurity, type CheckSecond, type SecurityRoom } from './security/service.ts';
import { findSessionsAt } from './session-queries.ts';
import { createSessions, type EndSessions, type OpenSession } from './sessions.ts';
import { createMemberCheck, createSignIn, type JudgeSecondFactor } from './sign-in.ts';
import { createVerification, type ClaimDocument, type Verification } from './verification.ts';
import type { Owner } from '../platform/owner.ts';

export type MembersOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'open' | 'post' | 'balance'>;
  config: Pick<
    Config,
    | 'PLAY_GRANT'
    | 'MIN_AGE'
    | 'SITE_NAME'
    | 'SITE_TIME_ZONE'
    | 'SITE_CALLING_CODE'
    | 'COUNTRIES_REFUSED'
    | 'REGISTER_CODE'
    | 'INVITATION_NEEDED'
    | 'CODES_PER_MINUTE'
    | 'CODES_PER_ADDRESS_HOUR'
    | 'PASSKEY_RP_ID'
    | 'PAYOUT_COOLING_HOURS'
  >;
  currency: Currency;
  clock: Clock;
  /** Signs tokens; the same in all processes. */
  secret: Uint8Array;
  hasher: PasswordHasher;
  ended: EndedSessions;
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
  /** Where codes and warnings leave by. */
  outbox: Pick<Outbox, 'put' | 'withdraw' | 'wayOf'>;
  /** Tells the member of what was done to the account. */
  sendLetter: SendLetter;
  /** The version of the terms that counts now; without it, that of the product. */
  termsInForce?: () => string;
};

export { sameName } from './real-name.ts';
export type { MemberRow } from './queries.ts';
export type { ClaimDocument } from './verification.ts';
export type { IdentityRow } from './verification-queries.ts';

/** The members' room: accounts and their sessions. */
export type Members = {
  auth: Auth;
  /** @param by `house` for accounts it opens for itself, which need no invitation and may bear any name */
  register: (input: Input<'register'>, caller: Caller, by?: OpenedBy) => Promise<Output<'register'>>;
  signIn: (input: Input<'login'>, caller: Caller) => Promise<Output<'login'>>;
  /** @throws Refused `validation`, `area_not_allowed`, `too_many` */
  sendCode: Codes['send'];
  loginByCode: (input: Input<'loginByCode'>, caller: Caller) => Promise<Output<'loginByCode'>>;
  resetPassword: (input: Input<'resetPassword'>, caller: Caller) => Promise<void>;
  /** What members say of themselves; each throws as createProfile says. */
  profileSave: (member: Member, input: Input<'profileSave'>) => Promise<User>;
  contactSave: (member: Member, input: Input<'contactSave'>, caller: Caller) => Promise<User>;
  termsAccept: (member: Member, version: string, caller: Caller) => Promise<User>;
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
  /** Sessions of some members at some addresses; see findSessionsAt. */
  sessionsAt: typeof findSessionsAt;
  /** Members by id, e-mail, mobile number or the beginning of the account. */
  search: (q: string, limit: number) => Promise<MemberRow[]>;
  /** The way back for members who have lost every second factor. */
  factorEnd: FactorEnd;
  /** What the office does with accounts. */
  desk: MembersDesk;
  /** Forgets what no longer counts; called now and then. */
  tidy: () => Promise<void>;
};

export const createMembers = (options: MembersOptions): Members => {
  const { pool, wallet, config, currency, clock, secret, hasher, ended } = options;
  const now = (): Date => clock.now();

  const accessTokens = createAccessTokens({ secret, isEnded: ended.has, nowMs: () => now().getTime() });
  const refreshTokens = createRefreshTokens(secret);
  const sessions = createSessions({ db: pool, accessTokens, refreshTokens, ended, now });
  const { outbox, sendLetter, termsInForce = () => termsVersion } = options;
  const callingCode = (): string => config.SITE_CALLING_CODE;
  const readRefused = remember(refusedCountries);
  const refused = (): ReadonlySet<string> => readRefused(config.COUNTRIES_REFUSED);
  const codes = createCodes({ pool, secret, outbox, now, config });
  const newPlace = createNewPlace({ db: pool, sendLetter, now });
  const register = createRegister({
    pool,
    wallet,
    hasher,
    sessions,
    now,
    currency: currency.code,
    config,
    grantMinor: () => {
      const minor = parseAmount(config.PLAY_GRANT, currency.scale);
      if (minor === undefined) throw new Error(`PLAY_GRANT "${config.PLAY_GRANT}" is no amount`);
      return minor;
    },
    refusedCountries: refused,
    proveCode: codes.prove,
    termsInForce,
    onJoined: options.onJoined,
  });
  const checkPassword = createPasswordCheck({ db: pool, hasher, now });
  const askPassword = createMemberCheck({ db: pool, checkPassword });
  const security = createSecurity({
    pool,
    config,
    secret,
    hasher,
    checkPassword: askPassword,
    sessions,
    ended,
    now,
    sendLetter,
  });
  const { judgeSecondFactor } = security;
  const signIn = createSignIn({
    db: pool,
    checkPassword,
    judgeSecondFactor,
    newPlace,
    sessions,
    callingCode,
  });
  const byCode = createCodeSignIn({
    pool,
    proveCode: codes.prove,
    judgeSecondFactor,
    newPlace,
    sessions,
    hasher,
    ended,
    outbox,
    sendLetter,
    now,
    callingCode,
  });
  const profile = createProfile({
    pool,
    checkPassword: askPassword,
    proveCode: codes.prove,
    outbox,
    sendLetter,
    now,
    callingCode,
    site: () => config.SITE_NAME,
    refusedCountries: refused,
    termsInForce,
  });
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
      verified: false,
      identity: latest.state,
      realName: latest.real_name,
      identityReason: latest.reason ?? undefined,
    };
  };

  const userOf = async (member: MemberRow): Promise<User> => {
    const owner = { shard: member.shard, memberId: member.id };
    const balance = await wallet.balance(member.id, member.shard);
    if (balance === undefined) throw new Error('A member without a wallet');
    return {
      id: member.id,
      account: member.account,
      areaCode: member.area_code ?? undefined,
      mobile: member.mobile ?? undefined,
      email: member.email ?? undefined,
      nickname: member.nickname ?? undefined,
      termsAccepted: member.terms_accepted ?? undefined,
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

  /** The answer to a sign-in, once the device is known to who asks for it. */
  const begun = async (
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
    register: async (input, caller, by) => {
      const { member, session } = await register(input, caller, by);
      const { id: memberId, shard } = member;
      sendLetter({ shard, memberId }, { template: 'welcome', about: 'welcome' });
      return { ...session, user: await userOf(member) };
    },
    signIn: async (input, caller) => begun(await signIn(input, caller), input.device),
    passkeySignIn: async (input, caller) => begun(await security.passkeyLogin(input, caller), input.device),
    security,
    judgeSecondFactor,
    checkSecond: security.checkSecond,
    endSessions: sessions.endAll,
    sendCode: codes.send,
    loginByCode: async (input, caller) => begun(await byCode.signIn(input, caller), input.device),
    resetPassword: byCode.resetPassword,
    profileSave: async (member, { nickname }) => {
      await profile.saveNickname(member, nickname);
      return userInfo(member);
    },
    contactSave: async (member, input, caller) => {
      await profile.saveContact(member, input, caller);
      return userInfo(member);
    },
    termsAccept: async (member, version, caller) => {
      await profile.acceptTerms(member, version, caller);
      return userInfo(member);
    },
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
      await askPassword(given);
    },
    byIds: async (ids) =>
      new Map((await findMembers(pool, [...new Set(ids)])).map((member) => [member.id, member])),
    sessionsAt: findSessionsAt,
    search: (q, limit) => searchMembers(pool, { q, callingCode: callingCode(), limit }),
    factorEnd: createFactorEnd({
      pool,
      outbox,
      sendLetter,
      ended,
      now,
      coolingHours: () => config.PAYOUT_COOLING_HOURS,
    }),
    desk: createDesk({ pool, ended, now, latest: verification.latest }),
    tidy: async () => {
      await purgeFailures(pool, new Date(now().getTime() - dayMs));
      await security.tidy();
      await sessions.tidy();
      await codes.tidy();
    },
  };
};
