import { randomInt } from 'node:crypto';
import type { Input } from '@touchline/contract/routes';
import { plainCode } from '@touchline/kit/typed-text';
import { dayIn } from '@touchline/locales/format-time';
import pg from 'pg';
import { addressKey } from '../core/http/request-origin.ts';
import type { Config } from '../core/config/config.ts';
import { letterSender, type Bus, type SendLetter } from '../core/events.ts';
import { newId, shardOf } from '../core/ids.ts';
import type { Owner } from '../core/owner.ts';
import { Refused } from '../core/refusal.ts';
import { transaction, withRetry } from '../core/database/transaction.ts';
import type { Caller } from '../core/handler.ts';
import type { CodeProof, ProveCode } from './codes/prove.ts';
import { isAreaRefused, readIdentity, type Identity } from './identity.ts';
import { newInvitationCode } from './invitation-code.ts';
import { judgeNewPassword, namesOf } from './new-password.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import { findForSignIn, findInviter, findMember, insertMember, isProven } from './queries.ts';
import { freeContact, recordTerms } from './profile-queries.ts';
import { isReservedName } from './reserved-names.ts';
import type { SessionWriter, SignIn, TokenPair } from './sessions.ts';
import { judgeTerms } from './terms.ts';
import type { Wallet } from '../ledger/index.ts';

const wordsIn = (text: string): readonly string[] => text.trim().split(/\s+/);

const manners = wordsIn(`
  brave bright calm clever cool daring deft eager fair fast fine fleet fresh gentle grand happy keen
  kind lively loyal lucky merry mighty neat nimble noble patient proud quick quiet rapid ready sharp
  silver smart solid steady strong sunny swift tidy tough trusty warm wise witty young zesty
`);
const creatures = wordsIn(`
  badger beacon bison captain cedar comet coach corner crane dolphin eagle falcon ferry finch forward
  fox heron ibex keeper kestrel lark libero lion lynx maple marten midfield otter owl panther pitch
  puma raven referee robin salmon scout striker sweeper swallow terrace tiger touchline volley walrus
  whistle winger wolf
`);

const pickWord = (words: readonly string[]): string => words[randomInt(words.length)] ?? 'member';

/** A readable username for a member who came with an e-mail or a mobile number: "swift-otter-4821". */
export const generatedAccount = (): string =>
  `${pickWord(manners)}-${pickWord(creatures)}-${String(randomInt(10_000)).padStart(4, '0')}`;

export type RegistrationOptions = {
  pool: pg.Pool;
  wallet: Wallet;
  hasher: PasswordHasher;
  sessions: SessionWriter;
  now: () => Date;
  currency: string;
  /** As they are at each registration. No member may have the name of the site. */
  config: Pick<Config, 'MIN_AGE' | 'SITE_TIME_ZONE' | 'SITE_NAME' | 'REGISTER_CODE' | 'INVITATION_NEEDED'>;
  /** Play money of a new member, in minor units. */
  grantMinor: () => bigint;
  refusedCountries: () => ReadonlySet<string>;
  proveCode: ProveCode;
  /** The version of the terms that counts now. */
  termsInForce: () => string;
  bus: Bus;
};

/** Accounts the house opens for itself have any names, and no inviter. */
export type OpenedBy = 'somebody' | 'house';

/** The agent code of the link, if it says anything. */
const agentCodeOf = ({ agentCode = '' }: Input<'register'>): string | undefined =>
  agentCode.trim() || undefined;

/** Names and codes are drawn again when they are taken. */
const drawsMax = 8;

/** The unique constraint an insert of a member ran into, if that is what went wrong. */
const takenBy = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.table === 'member'
    ? error.constraint
    : undefined;

/** The key of the entry that gives play money: one of a member forever. */
export const grantKey = 'grant:play';

/** Whether the insert ran into a name or code that was drawn, and may be drawn again. */
const isDrawn = (constraint: string, identity: Identity): boolean =>
  constraint === 'member_invitation_unique' ||
  (constraint === 'member_account_unique' && identity.kind !== 'account');

/** A registration that may be written: what was judged, proved and hashed before. */
type JudgedRegistration = {
  id: string;
  shard: number;
  identity: Identity;
  input: Input<'register'>;
  caller: Caller;
  inviterId: string | undefined;
  proof: CodeProof | undefined;
  passwordHash: string;
};

/** Opens accounts. */
export class Registration {
  readonly #options: RegistrationOptions;
  readonly #sendLetter: SendLetter;

  constructor(options: RegistrationOptions) {
    this.#options = options;
    this.#sendLetter = letterSender(options.bus);
  }

  /**
   * Opens an account: the member, the wallet with its play money, and a first session, all in one transaction, so that a
   * crash leaves either all of it or nothing. The grant's key makes it the only one of its member forever.
   * @throws Refused `validation`, `password_mismatch`, `under_age`, `area_not_allowed`, `password_common`,
   *   `invitation_unknown`, `account_reserved`, `terms_outdated`, `code_needed`, `code_wrong`, `locked`, `account_taken`
   */
  async register(input: Input<'register'>, caller: Caller, by: OpenedBy = 'somebody'): Promise<SignIn> {
    const identity = this.#judge(input, by);
    const inviterId = await this.#inviterOf(input.invitationCode, by);
    // The code is checked before `account_taken`, so that only a reader of the mailbox learns that an address is taken.
    const proof = await this.#proofOf(identity, input.code, caller);
    await this.#requireFree(identity, proof);
    const { hasher } = this.#options;
    const passwordHash = await hasher.hash(input.password, { address: addressKey(caller.address) });
    const id = newId();
    return this.#open({ id, shard: shardOf(id), identity, input, caller, inviterId, proof, passwordHash });
  }

  /** What can be judged without asking anyone. */
  #judge(input: Input<'register'>, by: OpenedBy): Identity {
    const { config, now, refusedCountries, termsInForce } = this.#options;
    const identity = readIdentity(input);
    judgeNewPassword(input, namesOf(identity));
    const age = judgeAge(input.birthDate, dayIn(now(), config.SITE_TIME_ZONE), config.MIN_AGE);
    if (age === 'no_birth_date') throw new Refused('validation', { rules: { birthDate: 'birth_date' } });
    if (age === 'under_age') throw new Refused('under_age');
    const { areaCode, mobile } =
      identity.kind === 'mobile' ? identity : { areaCode: input.areaCode, mobile: undefined };
    if (areaCode !== undefined && isAreaRefused(areaCode, mobile, refusedCountries())) {
      throw new Refused('area_not_allowed');
    }
    if (input.terms !== undefined) judgeTerms(input.terms, termsInForce());
    if (
      by === 'somebody' &&
      identity.kind === 'account' &&
      isReservedName(identity.account, config.SITE_NAME)
    ) {
      throw new Refused('account_reserved');
    }
    return identity;
  }

  /** A code that proves the address or number, where one was given or is needed. */
  async #proofOf(
    identity: Identity,
    code: string | undefined,
    caller: Caller,
  ): Promise<CodeProof | undefined> {
    const { config, proveCode } = this.#options;
    if (identity.kind === 'account') return undefined;
    if (code === undefined) {
      if (config.REGISTER_CODE) throw new Refused('code_needed');
      return undefined;
    }
    return proveCode({ purpose: 'register', contact: identity, code, caller, known: false });
  }

  async #inviterOf(code: string | undefined, by: OpenedBy): Promise<string | undefined> {
    const { config, pool } = this.#options;
    if (code === undefined || code.trim() === '') {
      if (!config.INVITATION_NEEDED || by === 'house') return undefined;
      throw new Refused('validation', { rules: { invitationCode: 'required' } });
    }
    const inviterId = await findInviter(pool, plainCode(code));
    if (inviterId === undefined) throw new Refused('invitation_unknown');
    return inviterId;
  }

  /** Asked before the costly hash; the constraint decides between two who come at once. */
  async #requireFree(identity: Identity, proof: CodeProof | undefined): Promise<void> {
    const holder = await findForSignIn(this.#options.pool, identity, '');
    // An address that its member has never proved does not keep it from who has.
    const isFree =
      holder === undefined ||
      (proof !== undefined && identity.kind !== 'account' && !isProven(holder, identity.kind));
    if (!isFree) throw new Refused('account_taken');
  }

  /** Writes the account; names and codes are drawn again when they are taken. */
  async #open(judged: JudgedRegistration): Promise<SignIn> {
    const { pool, sessions, now } = this.#options;
    const { id, shard, identity, caller } = judged;
    for (let draw = 1; ; draw++) {
      try {
        const { session, loser } = await withRetry(() =>
          transaction(pool, (client) => this.#write(client, judged)),
        );
        if (loser !== undefined) {
          const fields = { kind: identity.kind, at: now().toISOString() };
          this.#sendLetter(loser, { template: 'contact_changed', fields });
        }
        const member = await findMember(pool, id);
        if (member === undefined) throw new Error('A member that was just written is gone');
        return { member, session };
      } catch (error) {
        const constraint = takenBy(error);
        if (constraint === undefined) throw error;
        if (isDrawn(constraint, identity) && draw < drawsMax) continue;
        // After a connection lost at commit the rows in the way are our own.
        const own = await findMember(pool, id);
        if (own === undefined) throw new Refused('account_taken');
        return { member: own, session: await sessions.open({ id, shard }, caller, pool) };
      }
    }
  }

  /** Writes the member and all that belongs to them. @returns also the member who loses the contact to this one */
  async #write(
    client: pg.PoolClient,
    judged: JudgedRegistration,
  ): Promise<{ session: TokenPair; loser: Owner | undefined }> {
    const { wallet, sessions, currency, now, bus } = this.#options;
    const { id, shard, identity, input, caller, inviterId, proof, passwordHash } = judged;
    const loser =
      proof === undefined || identity.kind === 'account'
        ? undefined
        : await freeContact(client, { memberId: id, contact: identity });
    await insertMember(client, {
      id,
      shard,
      account: identity.kind === 'account' ? identity.account : generatedAccount(),
      identity,
      passwordHash,
      birthDate: input.birthDate,
      language: caller.lan,
      invitationCode: newInvitationCode(),
      inviterId,
      agentCode: agentCodeOf(input),
      confirmed: proof !== undefined,
      now: now(),
    });
    await proof?.use(client);
    if (input.terms !== undefined) {
      await recordTerms(client, {
        shard,
        memberId: id,
        version: input.terms,
        now: now(),
        lan: caller.lan,
        address: addressKey(caller.address),
      });
    }
    await wallet.open(client, { memberId: id, shard, currency });
    await this.#grant(client, { memberId: id, shard });
    await bus.step('memberJoined', client, {
      shard,
      memberId: id,
      inviterId,
      device: input.device,
      now: now(),
    });
    return { session: await sessions.open({ id, shard }, caller, client), loser };
  }

  /** Gives the play money, where the site gives any. */
  async #grant(client: pg.PoolClient, owner: Owner): Promise<void> {
    const amountMinor = this.#options.grantMinor();
    if (amountMinor <= 0n) return;
    const [granted] = await this.#options.wallet.post(
      [{ ...owner, key: grantKey, kind: 'grant', amountMinor, counterAccount: 'promotions' }],
      client,
    );
    if (granted?.outcome !== 'applied') throw new Error('The play money was not granted');
  }
}

/** The highest age for a registration; older dates of birth, or future ones, are typing errors. */
const oldestYears = 120;

/**
 * Judges a date of birth by the calendar: a member born on February 29 comes of age on March 1.
 * @param birthDate a real date, "2001-05-17"
 * @param today the site's day
 */
export const judgeAge = (
  birthDate: string,
  today: string,
  minAge: number,
): 'of_age' | 'under_age' | 'no_birth_date' => {
  const birthday = (years: number): string => {
    const year = Number(birthDate.slice(0, 4)) + years;
    return `${String(year).padStart(4, '0')}${birthDate.slice(4)}`;
  };
  if (birthday(oldestYears) < today || birthDate > today) return 'no_birth_date';
  return birthday(minAge) <= today ? 'of_age' : 'under_age';
};
