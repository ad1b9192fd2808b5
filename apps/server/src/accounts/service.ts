import { dayMs } from '@touchline/contract/durations';
import type { Input, Output } from '@touchline/contract/routes';
import { termsVersion } from '@touchline/contract/terms';
import type { User } from '@touchline/contract/shapes/user';
import { parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import type { DatedFact } from '../core/public-log/facts.ts';
import type { Outbox } from '../core/outbox/service.ts';
import { refusedCountries } from '../core/http/request-origin.ts';
import { remember } from '../core/config/live-settings.ts';
import { letterSender, type Bus } from '../core/events.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import { isLan } from '@touchline/locales/locales';
import { Refused } from '../core/refusal.ts';
import { createPasswordCheck } from './throttle/password-check.ts';
import { purgeFailures } from './throttle/queries.ts';
import type { Auth } from '../core/auth.ts';
import type { Caller, Member } from '../core/handler.ts';
import type { Wallet } from '../ledger/index.ts';
import { createAccessTokens } from './access-token.ts';
import { createCodeSignIn } from './code-sign-in.ts';
import { createCodes, type Codes } from './codes/service.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { findMembers, searchMembers } from './find-queries.ts';
import { createDesk, type MembersDesk } from './desk.ts';
import { createNewPlace } from './new-place.ts';
import { createProfile } from './profile.ts';
import { findMember, setLanguage, type MemberRow } from './queries.ts';
import { createRefreshTokens } from './refresh-token.ts';
import { createRegister, grantKey, type OpenedBy } from './register.ts';
import { createFactorEnd, type FactorEnd } from './security/factor-end.ts';
import { createSecurity, type CheckSecond, type SecurityRoom } from './security/service.ts';
import { findSessionsAt } from './session-queries.ts';
import { createSessions, type EndSessions, type OpenSession } from './sessions.ts';
import { createMemberCheck, createSignIn, type JudgeSecondFactor } from './sign-in.ts';
import { createVerification, type ClaimDocument, type Verification } from './verification.ts';
import { ownerOf, type Owner } from '../core/owner.ts';

export type MembersOptions = {
  pool: pg.Pool;
  wallet: Pick<Wallet, 'open' | 'post' | 'entryFactByKey'>;
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
  /** Where codes and warnings leave by. */
  outbox: Pick<Outbox, 'put' | 'withdraw' | 'wayOf'>;
  bus: Pick<Bus, 'publish' | 'publishAndWait' | 'step'>;
  /** The version of the terms that counts now; without it, that of the product. */
  termsInForce?: () => string;
};

export { sameName } from './real-name.ts';
export type { MemberRow } from './queries.ts';

/** A session that was begun, and its member. */
export type Begun = { member: MemberRow; session: OpenSession };

/** The record of a member's name. */
type IdentityStatus = Pick<User, 'verified' | 'identity' | 'identityReason' | 'realName'>;

/** The members' module: accounts and their sessions. */
export type Members = {
  auth: Auth;
  /** @param by `house` for accounts it opens for itself, which need no invitation and may bear any name */
  register: (input: Input<'register'>, caller: Caller, by?: OpenedBy) => Promise<Begun>;
  /** What the public log has of the play money that a member was given; undefined where it was none. */
  grantOf: (owner: Owner) => Promise<DatedFact | undefined>;
  signIn: (input: Input<'login'>, caller: Caller) => Promise<Begun>;
  /** @throws Refused `validation`, `area_not_allowed`, `too_many` */
  sendCode: Codes['send'];
  loginByCode: (input: Input<'loginByCode'>, caller: Caller) => Promise<Begun>;
  resetPassword: (input: Input<'resetPassword'>, caller: Caller) => Promise<void>;
  /** What members say of themselves; each throws as createProfile says. */
  profileSave: (member: Member, input: Input<'profileSave'>) => Promise<void>;
  contactSave: (member: Member, input: Input<'contactSave'>, caller: Caller) => Promise<void>;
  termsAccept: (member: Member, version: string, caller: Caller) => Promise<void>;
  refresh: (refreshToken: string) => Promise<Output<'refreshToken'>>;
  signOut: (member: Member) => Promise<void>;
  /** @throws Refused `sign_in` for a member that is not there */
  find: (memberId: string) => Promise<MemberRow>;
  identityOf: (member: MemberRow) => Promise<IdentityStatus>;
  /** @throws Refused `validation`, `not_found`, `document_used`, `identity_fixed` */
  identitySave: (member: Member, input: Input<'identitySave'>) => Promise<void>;
  /** The review of names, for the office. */
  verification: Omit<Verification, 'submit' | 'latest'>;
  /** The name that was verified; undefined when none was. */
  verifiedName: (memberId: string) => Promise<string | undefined>;
  /**
   * Asks a signed-in member for the password again; guessing is slowed as it is at sign-in.
   * @throws Refused `wrong_credentials`, `locked`
   */
  checkPassword: (given: { memberId: string; password: string; address: string }) => Promise<void>;
  /** Checks the second factor of a member who has one, after the first was right. */
  judgeSecondFactor: JudgeSecondFactor;
  /** Asks for more than the session, before much is given away: the second factor, or else the password. */
  checkSecond: CheckSecond;
  /** Ends all sessions of a member, but one if it is named, and their live streams. */
  endSessions: EndSessions;
  /** @throws Refused `passkey_wrong` */
  passkeySignIn: (input: Input<'passkeyLogin'>, caller: Caller) => Promise<Begun>;
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
  const { outbox, bus, termsInForce = () => termsVersion } = options;
  const sendLetter = letterSender(bus);
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
    bus,
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
  const factorEnd = createFactorEnd({
    pool,
    outbox,
    sendLetter,
    ended,
    now,
    coolingHours: () => config.PAYOUT_COOLING_HOURS,
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
    endFactors: factorEnd.end,
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

  const identityOf = async (member: MemberRow): Promise<IdentityStatus> => {
    if (member.real_name !== null) {
      return { verified: true, identity: 'verified', realName: member.real_name };
    }
    const latest = await verification.latest(ownerOf(member));
    if (latest === undefined) return { verified: false, identity: 'none' };
    return {
      verified: false,
      identity: latest.state,
      realName: latest.real_name,
      identityReason: latest.reason ?? undefined,
    };
  };

  const find = async (memberId: string): Promise<MemberRow> => {
    const member = await findMember(pool, memberId);
    if (member === undefined) throw new Refused('sign_in');
    return member;
  };

  /** Says from which device a session was begun, before the sign-in is answered. */
  const sayDevice = async (begun: Begun, device: string | undefined): Promise<Begun> => {
    const { id: memberId, shard } = begun.member;
    if (device !== undefined) await bus.publishAndWait('deviceUsed', { shard, memberId, device });
    return begun;
  };

  return {
    auth: { verify: accessTokens.verify },
    register: async (input, caller, by) => {
      const { member, session } = await register(input, caller, by);
      const { id: memberId, shard } = member;
      sendLetter({ shard, memberId }, { template: 'welcome', about: 'welcome' });
      return { member, session };
    },
    grantOf: (owner) => wallet.entryFactByKey(owner, grantKey),
    signIn: async (input, caller) => sayDevice(await signIn(input, caller), input.device),
    passkeySignIn: async (input, caller) =>
      sayDevice(await security.passkeyLogin(input, caller), input.device),
    security,
    judgeSecondFactor,
    checkSecond: security.checkSecond,
    endSessions: sessions.endAll,
    sendCode: codes.send,
    loginByCode: async (input, caller) => sayDevice(await byCode.signIn(input, caller), input.device),
    resetPassword: byCode.resetPassword,
    profileSave: async (member, { nickname, language }) => {
      if (language !== undefined && !isLan(language)) {
        throw new Refused('validation', { rules: { language: 'format' } });
      }
      if (nickname !== undefined) await profile.saveNickname(member, nickname);
      if (language !== undefined) await setLanguage(pool, member.id, language);
    },
    contactSave: async (member, input, caller) => {
      await profile.saveContact(member, input, caller);
    },
    termsAccept: async (member, version, caller) => {
      await profile.acceptTerms(member, version, caller);
    },
    refresh: (refreshToken) => sessions.refresh(refreshToken),
    signOut: ({ sessionId }) => sessions.signOut(sessionId),
    find,
    identityOf,
    identitySave: async (member, input) => {
      await verification.submit(member, input);
      await bus.publishAndWait('nameSubmitted', ownerOf(member));
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
    factorEnd,
    desk: createDesk({ pool, ended, now, latest: verification.latest }),
    tidy: async () => {
      await purgeFailures(pool, new Date(now().getTime() - dayMs));
      await security.tidy();
      await sessions.tidy();
      await codes.tidy();
    },
  };
};
