import type { Input, Output } from '@touchline/contract/routes';
import type { Security } from '@touchline/contract/shapes/account';
import type pg from 'pg';
import { query, type Queryable } from '../../core/database/database.ts';
import type { Caller, Member } from '../../core/handler.ts';
import type { SendLetter } from '../../core/events.ts';
import type { PasswordHasher } from '../passwords/password-hash.ts';
import { Refused } from '../../core/refusal.ts';
import { addRowFact } from '../../core/public-log/facts.ts';
import { transaction } from '../../core/database/transaction.ts';
import type { EndedSessions } from '../ended-sessions.ts';
import { judgeNewPassword, namesOfMember } from '../new-password.ts';
import { findMember, setLanguage, type MemberRow } from '../queries.ts';
import { findOpenSessions, type EndedWhy } from '../session-queries.ts';
import type { Sessions, SignIn } from '../sessions.ts';
import type { MemberCheck } from '../sign-in.ts';
import { toOpenDevice } from './open-device.ts';
import { findPasskeys } from './passkey-queries.ts';
import { MemberPasskeys } from './passkeys.ts';
import { SecondFactor } from './second-factor.ts';
import { findState } from './second-factor-queries.ts';
import { type Owner, ownerOf } from '../../core/owner.ts';

const endedWhy: EndedWhy = 'password_changed';

const replaceHash = query.one<{ changed: number; ended: string[] }>(
  'password-replace',
  `with changed as (
     update member set password_hash = $3, password_changed_at = $4 where id = $1 and password_hash = $2 returning id
   ), over as (
     update session s set ended_at = site_now(), ended_why = '${endedWhy}' from changed c
     where s.member_id = c.id and s.id <> $5 and s.ended_at is null
     returning s.id
   )
   select (select count(*)::int from changed) as changed, array(select id from over) as ended`,
);

/**
 * Replaces the old hash by a new one and ends all sessions but one, within a transaction.
 * @returns the sessions that ended; undefined when the old hash has been replaced already
 */
const replacePassword = async (
  db: Queryable,
  given: { memberId: string; sessionId: string; oldHash: string; newHash: string; now: Date },
): Promise<{ ended: string[] } | undefined> => {
  const { memberId, oldHash, newHash, now, sessionId } = given;
  const row = await replaceHash(db, [memberId, oldHash, newHash, now, sessionId]);
  if (row === undefined || row.changed === 0) return undefined;
  await addRowFact(db, 'member', memberId);
  return { ended: row.ended };
};

export type SecurityOptions = {
  pool: pg.Pool;
  config: { SITE_NAME: string; PASSKEY_RP_ID?: string };
  secret: Uint8Array;
  hasher: PasswordHasher;
  checkPassword: MemberCheck;
  sessions: Sessions;
  ended: EndedSessions;
  sendLetter: SendLetter;
  now: () => Date;
};

/** The caller of a member's call. */
type Who = Caller & { member: Member };

/** The security of an account: its sessions, its password, a second factor and passkeys. */
export class AccountSecurity {
  readonly #pool: pg.Pool;
  readonly #hasher: PasswordHasher;
  readonly #checkPassword: MemberCheck;
  readonly #sessions: Sessions;
  readonly #ended: EndedSessions;
  readonly #sendLetter: SendLetter;
  readonly #now: () => Date;
  readonly #factor: SecondFactor;
  readonly #passkeys: MemberPasskeys;

  constructor({
    pool,
    config,
    secret,
    hasher,
    checkPassword,
    sessions,
    ended,
    sendLetter,
    now,
  }: SecurityOptions) {
    this.#pool = pool;
    this.#hasher = hasher;
    this.#checkPassword = checkPassword;
    this.#sessions = sessions;
    this.#ended = ended;
    this.#sendLetter = sendLetter;
    this.#now = now;
    const siteName = (): string => config.SITE_NAME;
    this.#factor = new SecondFactor({ pool, secret, siteName, sendLetter, now });
    this.#passkeys = new MemberPasskeys({
      pool,
      siteName,
      sendLetter,
      now,
      rpId: config.PASSKEY_RP_ID,
    });
  }

  /**
   * Requires a member's second factor after the first was right; does nothing where the member has none.
   * @throws Refused `otp_needed`, `otp_wrong`, `locked`
   */
  async judgeSecondFactor(
    { id, shard }: { id: string; shard: number },
    otp: string | undefined,
    caller: Pick<Caller, 'address'>,
  ): Promise<void> {
    await this.#factor.judge({ shard, memberId: id }, otp, caller);
  }

  /**
   * Requires more than the session: the second factor of a member who has one, else the password.
   * @throws Refused `otp_needed`, `otp_wrong`, `password_needed`, `wrong_credentials`, `locked`
   */
  async checkSecond(
    owner: Owner,
    { password, code, address }: { password: string | undefined; code: string | undefined; address: string },
  ): Promise<void> {
    if (await this.#factor.judge(owner, code, { address })) return;
    if (password === undefined) throw new Refused('password_needed');
    await this.#checkPassword({ memberId: owner.memberId, password, address });
  }

  /** What keeps the account safe, as its member sees it. */
  async info({ member }: Pick<Who, 'member'>): Promise<Security> {
    const [state, keys] = await Promise.all([
      findState(this.#pool, member.id),
      findPasskeys(this.#pool, ownerOf(member)),
    ]);
    if (state === undefined) throw new Refused('sign_in');
    return {
      otp: state.otp,
      recoveryLeft: state.recovery_left,
      passkeys: keys.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        createdAt: created_at.toISOString(),
        lastUsedAt: last_used_at?.toISOString(),
      })),
      passwordChangedAt: state.password_changed_at?.toISOString(),
    };
  }

  /** The open sessions, that of the call first. */
  async sessionList({ member }: Pick<Who, 'member'>): Promise<Output<'sessionList'>> {
    const rows = await findOpenSessions(this.#pool, {
      memberId: member.id,
      first: member.sessionId,
      now: this.#now(),
    });
    return { list: rows.map((row) => toOpenDevice(row, member.sessionId)) };
  }

  /** @throws Refused `validation`, `not_found` */
  async sessionEnd({ id, others }: Input<'sessionEnd'>, who: Who): Promise<Output<'sessionEnd'>> {
    if (id === undefined && others === undefined) {
      throw new Refused('validation', { rules: { id: 'required' } });
    }
    if (id !== undefined && others !== undefined) {
      throw new Refused('validation', { rules: { others: 'unknown' } });
    }
    const { member } = who;
    if (id === undefined) await this.#sessions.endAll(member.id, { except: member.sessionId }, 'ended');
    else if (!(await this.#sessions.endOne(member.id, id))) throw new Refused('not_found');
    return this.sessionList(who);
  }

  /**
   * Sets a new password by the old one; all other sessions end.
   * @throws Refused `validation`, `password_mismatch`, `password_common`, `wrong_credentials`, `locked`, `unavailable`
   */
  async changePassword(
    { oldPassword, newPassword, confirmPassword }: Input<'changePassword'>,
    { member: { id, shard, sessionId }, address }: Who,
  ): Promise<void> {
    const member = await this.#memberOf(id);
    judgeNewPassword({ password: newPassword, confirmPassword }, namesOfMember(member), 'newPassword');
    if (oldPassword.normalize('NFKC') === newPassword.normalize('NFKC')) {
      throw new Refused('validation', { rules: { newPassword: 'password_same' } });
    }
    const oldHash = await this.#checkPassword({ memberId: id, password: oldPassword, address });
    const newHash = await this.#hasher.hash(newPassword);
    const replaced = await transaction(this.#pool, (client) =>
      replacePassword(client, { memberId: id, sessionId, oldHash, newHash, now: this.#now() }),
    );
    if (replaced === undefined) throw new Refused('wrong_credentials');
    for (const session of replaced.ended) this.#ended.add(session);
    // Again, for a session that began with the old password at the time of the change; see insertSession.
    await this.#sessions.endAll(id, { except: sessionId }, 'password_changed');
    const fields = { at: this.#now().toISOString() };
    this.#sendLetter({ shard, memberId: id }, { template: 'password_changed', fields });
  }

  /** Begins a second factor; see SecondFactor. */
  async otpBegin({ password }: Input<'otpBegin'>, who: Who): Promise<Output<'otpBegin'>> {
    await this.#ask(who, password);
    const { account } = await this.#memberOf(who.member.id);
    return this.#factor.begin(ownerOf(who.member), account);
  }

  /** Activates it. @returns the recovery codes */
  async otpConfirm({ otp }: Input<'otpConfirm'>, who: Who): Promise<Output<'otpConfirm'>> {
    return {
      codes: await this.#factor.confirm(ownerOf(who.member), otp, who),
    };
  }

  /** Renews the recovery codes. */
  async otpRenew({ password, otp }: Input<'otpRenew'>, who: Who): Promise<Output<'otpRenew'>> {
    await this.#ask(who, password);
    return { codes: await this.#factor.renew(ownerOf(who.member), otp, who) };
  }

  /** Ends the second factor. */
  async otpEnd({ password, otp }: Input<'otpEnd'>, who: Who): Promise<Security> {
    await this.#ask(who, password);
    await this.#factor.end(ownerOf(who.member), otp, who);
    return this.info(who);
  }

  /** Begins a passkey, by the password and the second factor. */
  async passkeyBegin({ password, otp }: Input<'passkeyBegin'>, who: Who) {
    await this.#ask(who, password);
    await this.#factor.judge(ownerOf(who.member), otp, who);
    const { account } = await this.#memberOf(who.member.id);
    return this.#passkeys.begin(who.member, account, who);
  }

  /** Stores the passkey that the browser made. */
  async passkeySave(input: Input<'passkeySave'>, who: Who): Promise<Security> {
    await this.#passkeys.save(who.member, input);
    return this.info(who);
  }

  /** Deletes a passkey, by the password. */
  async passkeyDel({ id, password }: Input<'passkeyDel'>, who: Who): Promise<Security> {
    await this.#ask(who, password);
    await this.#passkeys.remove(ownerOf(who.member), id);
    return this.info(who);
  }

  /** A challenge to sign in by a passkey. */
  passkeyAsk(caller: Caller): Promise<Output<'passkeyAsk'>> {
    return this.#passkeys.ask(caller);
  }

  /**
   * Signs in by a passkey, which is both factors.
   * @throws Refused `passkey_wrong`
   */
  async passkeyLogin(input: Input<'passkeyLogin'>, caller: Caller): Promise<SignIn> {
    const { memberId } = await this.#passkeys.judge(input);
    const member = await findMember(this.#pool, memberId);
    if (member === undefined) throw new Refused('passkey_wrong');
    const session = await this.#sessions.open(member, caller, this.#pool);
    if (member.language !== caller.lan) await setLanguage(this.#pool, member.id, caller.lan);
    return { member: { ...member, language: caller.lan }, session };
  }

  /** Deletes what was begun and never finished. */
  async tidy(): Promise<void> {
    await this.#factor.tidy();
    await this.#passkeys.tidy();
  }

  async #ask({ member, address }: Who, password: string): Promise<void> {
    await this.#checkPassword({ memberId: member.id, password, address });
  }

  async #memberOf(id: string): Promise<MemberRow> {
    const member = await findMember(this.#pool, id);
    if (member === undefined) throw new Refused('sign_in');
    return member;
  }
}
