import { dayMs } from '@touchline/contract/durations';
import type { Input, Output } from '@touchline/contract/routes';
import { termsVersion } from '@touchline/contract/terms';
import type { User } from '@touchline/contract/shapes/user';
import { parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type pg from 'pg';
import type { Clock } from '../core/clock.ts';
import { remember, type Config } from '../core/config/config.ts';
import type { DatedFact } from '../core/public-log/facts.ts';
import type { Outbox } from '../core/outbox/service.ts';
import { refusedCountries } from '../core/http/request-origin.ts';
import { letterSender, type Bus } from '../core/events.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import { isLan } from '@touchline/locales/locales';
import { Refused } from '../core/refusal.ts';
import { createPasswordCheck } from './throttle/password-check.ts';
import { purgeFailures } from './throttle/queries.ts';
import type { MemberAuth, Caller, Member } from '../core/handler.ts';
import type { Wallet } from '../ledger/index.ts';
import { createAccessTokens } from './access-token.ts';
import { CodeSignIn } from './code-sign-in.ts';
import { createCodes } from './codes/service.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { findMembers, searchMembers } from './find-queries.ts';
import { MembersDesk } from './desk.ts';
import { createNewPlace } from './new-place.ts';
import { MemberProfile } from './profile.ts';
import { findMember, setLanguage, type MemberRow } from './queries.ts';
import { createRefreshTokens } from './refresh-token.ts';
import { grantKey, Registration, type OpenedBy } from './register.ts';
import { FactorEnd } from './security/factor-end.ts';
import { AccountSecurity } from './security/service.ts';
import { Sessions, type SignIn, type TokenPair } from './sessions.ts';
import { createMemberCheck, createSignIn, type MemberCheck } from './sign-in.ts';
import { Verification, type ClaimDocument } from './verification.ts';
import { ownerOf, type Owner } from '../core/owner.ts';

export type MembersOptions = {
  pool: pg.Pool;
  wallet: Wallet;
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
  outbox: Outbox;
  bus: Bus;
  /** The version of the terms that counts now; without it, that of the product. */
  termsInForce?: () => string;
};

export type { MemberRow } from './queries.ts';

/** The record of a member's name. */
type IdentityStatus = Pick<User, 'verified' | 'identity' | 'identityReason' | 'realName'>;

/** The play money of a new member, in minor units. */
const grantMinorOf = ({ PLAY_GRANT: text }: Pick<Config, 'PLAY_GRANT'>, { scale }: Currency): bigint => {
  const minor = parseAmount(text, scale);
  if (minor === undefined) throw new Error(`PLAY_GRANT "${text}" is no amount`);
  return minor;
};

/** Opens what the parts of accounts share: sessions, the checks of passwords and codes, and the rules of the site. */
const openChecks = (options: MembersOptions) => {
  const { pool, config, clock, secret, hasher, ended, outbox, bus } = options;
  const now = (): Date => clock.now();
  const accessTokens = createAccessTokens({ secret, isEnded: ended.has, nowMs: () => now().getTime() });
  const refreshTokens = createRefreshTokens(secret);
  const sessions = new Sessions({ db: pool, accessTokens, refreshTokens, ended, now });
  const sendLetter = letterSender(bus);
  const codes = createCodes({ pool, secret, outbox, now, config });
  const checkPassword = createPasswordCheck({ db: pool, hasher, now });
  const askPassword = createMemberCheck({ db: pool, checkPassword });
  const security = new AccountSecurity({
    pool,
    config,
    secret,
    hasher,
    sessions,
    ended,
    now,
    sendLetter,
    checkPassword: askPassword,
  });
  const readRefused = remember(refusedCountries);
  return {
    accessTokens,
    askPassword,
    checkPassword,
    codes,
    newPlace: createNewPlace({ db: pool, sendLetter, now }),
    now,
    security,
    sendLetter,
    sessions,
    judgeSecondFactor: security.judgeSecondFactor.bind(security),
    proveCode: codes.prove,
    callingCode: () => config.SITE_CALLING_CODE,
    refusedCountries: () => readRefused(config.COUNTRIES_REFUSED),
    termsInForce: options.termsInForce ?? (() => termsVersion),
  };
};

/** Opens the parts of accounts. */
const openParts = (options: MembersOptions) => {
  const { pool, config, currency, claimDocument, wallet } = options;
  const checks = openChecks(options);
  const { askPassword, now } = checks;
  const shared = { ...options, ...checks };
  const factorEnd = new FactorEnd({ ...shared, coolingHours: () => config.PAYOUT_COOLING_HOURS });
  const verification = new Verification({ pool, claimDocument, now });
  return {
    ...checks,
    factorEnd,
    verification,
    registration: new Registration({
      ...shared,
      wallet,
      currency: currency.code,
      grantMinor: () => grantMinorOf(config, currency),
    }),
    signIn: createSignIn({ ...shared, db: pool }),
    codeSignIn: new CodeSignIn({
      ...shared,
      endFactors: (client, owner) => factorEnd.end(client, owner),
    }),
    profile: new MemberProfile({ ...shared, checkPassword: askPassword, site: () => config.SITE_NAME }),
    desk: new MembersDesk({ ...shared, latest: (owner) => verification.latest(owner) }),
  };
};

/** The members' module: accounts and their sessions. */
export class Members {
  /** Reads the tokens of callers. */
  readonly auth: MemberAuth;
  /** What keeps an account safe, as its member sees and changes it. */
  readonly security: AccountSecurity;
  /** The review of names, for the office. */
  readonly verification: Verification;
  /** The way back for members who have lost every second factor. */
  readonly factorEnd: FactorEnd;
  /** What the office does with accounts. */
  readonly desk: MembersDesk;
  readonly #pool: pg.Pool;
  readonly #bus: MembersOptions['bus'];
  readonly #wallet: MembersOptions['wallet'];
  readonly #config: MembersOptions['config'];
  readonly #clock: Clock;
  readonly #parts: ReturnType<typeof openParts>;

  constructor(options: MembersOptions) {
    const { pool, bus, wallet, config, clock } = options;
    const parts = openParts(options);
    this.auth = { verify: parts.accessTokens.verify };
    this.security = parts.security;
    this.verification = parts.verification;
    this.factorEnd = parts.factorEnd;
    this.desk = parts.desk;
    this.#pool = pool;
    this.#bus = bus;
    this.#wallet = wallet;
    this.#config = config;
    this.#clock = clock;
    this.#parts = parts;
  }

  /**
   * Opens an account; see Registration.
   * @param by `house` for accounts it opens for itself, which need no invitation and may bear any name
   */
  async register(input: Input<'register'>, caller: Caller, by?: OpenedBy): Promise<SignIn> {
    const signIn = await this.#parts.registration.register(input, caller, by);
    const owner = ownerOf(signIn.member);
    letterSender(this.#bus)(owner, { template: 'welcome', about: 'welcome' });
    return signIn;
  }

  /** What the public log has of the play money that a member was given; undefined where it was none. */
  grantOf(owner: Owner): Promise<DatedFact | undefined> {
    return this.#wallet.entryFactByKey(owner, grantKey);
  }

  /** Signs in by a password; see createSignIn. */
  async signIn(input: Input<'login'>, caller: Caller): Promise<SignIn> {
    return this.#sayDevice(await this.#parts.signIn(input, caller), input.device);
  }

  /** @throws Refused `passkey_wrong` */
  async passkeySignIn(input: Input<'passkeyLogin'>, caller: Caller): Promise<SignIn> {
    return this.#sayDevice(await this.security.passkeyLogin(input, caller), input.device);
  }

  /** Signs in by a code; see CodeSignIn. */
  async loginByCode(input: Input<'loginByCode'>, caller: Caller): Promise<SignIn> {
    return this.#sayDevice(await this.#parts.codeSignIn.signIn(input, caller), input.device);
  }

  /** Sets a new password by a code; see CodeSignIn. */
  resetPassword(input: Input<'resetPassword'>, caller: Caller): Promise<void> {
    return this.#parts.codeSignIn.resetPassword(input, caller);
  }

  /** @throws Refused `validation`, `area_not_allowed`, `too_many` */
  sendCode(input: Input<'sendCode'>, caller: Caller): Promise<Output<'sendCode'>> {
    return this.#parts.codes.send(input, caller);
  }

  /** @throws Refused `validation`, and what MemberProfile refuses */
  async profileSave(member: Member, { nickname, language }: Input<'profileSave'>): Promise<void> {
    if (language !== undefined && !isLan(language)) {
      throw new Refused('validation', { rules: { language: 'format' } });
    }
    if (nickname !== undefined) await this.#parts.profile.saveNickname(member, nickname);
    if (language !== undefined) await setLanguage(this.#pool, member.id, language);
  }

  /** Adds or changes the e-mail address or mobile number; see MemberProfile. */
  contactSave(member: Member, input: Input<'contactSave'>, caller: Caller): Promise<void> {
    return this.#parts.profile.saveContact(member, input, caller);
  }

  /** @throws Refused `terms_outdated` */
  termsAccept(member: Member, version: string, caller: Caller): Promise<void> {
    return this.#parts.profile.acceptTerms(member, version, caller);
  }

  /** @throws Refused `sign_in` when the token is unknown, over, or used before */
  refresh(refreshToken: string): Promise<TokenPair> {
    return this.#parts.sessions.refresh(refreshToken);
  }

  /** Ends the session of a call. */
  signOut({ sessionId }: Member): Promise<void> {
    return this.#parts.sessions.signOut(sessionId);
  }

  /** @throws Refused `sign_in` for a member that is not there */
  async find(memberId: string): Promise<MemberRow> {
    const member = await findMember(this.#pool, memberId);
    if (member === undefined) throw new Refused('sign_in');
    return member;
  }

  /** The state of a member's name: verified, or that of the latest request. */
  async identityOf(member: MemberRow): Promise<IdentityStatus> {
    if (member.real_name !== null) {
      return { verified: true, identity: 'verified', realName: member.real_name };
    }
    const latest = await this.verification.latest(ownerOf(member));
    if (latest === undefined) return { verified: false, identity: 'none' };
    return {
      verified: false,
      identity: latest.state,
      realName: latest.real_name,
      identityReason: latest.reason ?? undefined,
    };
  }

  /** @throws Refused `validation`, `not_found`, `document_used`, `identity_fixed` */
  async identitySave(member: Member, input: Input<'identitySave'>): Promise<void> {
    await this.verification.submit(member, input);
    await this.#bus.publishAndWait('nameSubmitted', ownerOf(member));
  }

  /** The name that was verified; undefined when none was. */
  async verifiedName(memberId: string): Promise<string | undefined> {
    return (await findMember(this.#pool, memberId))?.real_name ?? undefined;
  }

  /**
   * Asks a signed-in member for the password again; guessing is slowed as it is at sign-in.
   * @throws Refused `wrong_credentials`, `locked`
   */
  async checkPassword(given: Parameters<MemberCheck>[0]): Promise<void> {
    await this.#parts.askPassword(given);
  }

  /** Asks for more than the session, before much is given away: the second factor, or else the password. */
  checkSecond(...given: Parameters<AccountSecurity['checkSecond']>): Promise<void> {
    return this.security.checkSecond(...given);
  }

  /** Ends all sessions of a member, except one if it is named, and their live streams. */
  endSessions(...given: Parameters<Sessions['endAll']>): Promise<void> {
    return this.#parts.sessions.endAll(...given);
  }

  /** Members by id; who is not there is missing. */
  async byIds(ids: readonly string[]): Promise<Map<string, MemberRow>> {
    const members = await findMembers(this.#pool, [...new Set(ids)]);
    return new Map(members.map((member) => [member.id, member]));
  }

  /** Members by id, e-mail, mobile number or the beginning of the account. */
  search(q: string, limit: number): Promise<MemberRow[]> {
    return searchMembers(this.#pool, { q, callingCode: this.#config.SITE_CALLING_CODE, limit });
  }

  /** Deletes what no longer counts; called periodically. */
  async tidy(): Promise<void> {
    await purgeFailures(this.#pool, new Date(this.#clock.now().getTime() - dayMs));
    await this.security.tidy();
    await this.#parts.sessions.tidy();
    await this.#parts.codes.tidy();
  }

  /** Says from which device a session began, before the sign-in is answered. */
  async #sayDevice(signIn: SignIn, device: string | undefined): Promise<SignIn> {
    const { id: memberId, shard } = signIn.member;
    if (device !== undefined) await this.#bus.publishAndWait('deviceUsed', { shard, memberId, device });
    return signIn;
  }
}
