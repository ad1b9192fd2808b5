import type { Input, Output } from '@touchline/contract/routes';
import type { Security } from '@touchline/contract/shapes/account';
import type pg from 'pg';
import { statement, type Queryable } from '../../core/database/database.ts';
import type { Caller, Member } from '../../core/handler.ts';
import type { SendLetter } from '../../core/letters.ts';
import type { PasswordHasher } from '../passwords/password-hash.ts';
import { Refused } from '../../core/refusal.ts';
import { addRowFact } from '../../core/database/row-facts.ts';
import { transaction } from '../../core/database/transaction.ts';
import type { EndedSessions } from '../ended-sessions.ts';
import { judgeNewPassword, namesOfMember } from '../new-password.ts';
import { findMember, setLanguage, type MemberRow } from '../queries.ts';
import { findOpenSessions, type EndedWhy } from '../session-queries.ts';
import type { EndSessions, OpenSession, Sessions } from '../sessions.ts';
import type { JudgeSecondFactor, MemberCheck } from '../sign-in.ts';
import { toOpenDevice } from './open-device.ts';
import { findPasskeys } from './passkey-queries.ts';
import { createPasskeys } from './passkeys.ts';
import { createSecondFactor } from './second-factor.ts';
import { findState } from './second-factor-queries.ts';
import { type Owner, ownerOf } from '../../core/owner.ts';

const endedWhy: EndedWhy = 'password_changed';

const replaceHash = statement(
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
  const { rows } = await db.query<{ changed: number; ended: string[] }>(
    replaceHash([memberId, oldHash, newHash, now, sessionId]),
  );
  const [row] = rows;
  if (row === undefined || row.changed === 0) return undefined;
  await addRowFact(db, 'member', memberId);
  return { ended: row.ended };
};

type ChangePasswordOptions = {
  pool: pg.Pool;
  hasher: PasswordHasher;
  checkPassword: MemberCheck;
  endSessions: EndSessions;
  ended: EndedSessions;
  sendLetter: SendLetter;
  now: () => Date;
};

/**
 * Sets a new password by the old one; all other sessions end.
 * @throws Refused `validation`, `password_mismatch`, `password_common`, `wrong_credentials`, `locked`,
 *   `unavailable`
 */
const createChangePassword =
  ({ pool, hasher, checkPassword, endSessions, ended, sendLetter, now }: ChangePasswordOptions) =>
  async (
    input: Input<'changePassword'>,
    { id, shard, sessionId }: Member,
    address: string,
  ): Promise<void> => {
    const { oldPassword, newPassword, confirmPassword } = input;
    const member = await findMember(pool, id);
    if (member === undefined) throw new Refused('sign_in');
    judgeNewPassword({ password: newPassword, confirmPassword }, namesOfMember(member), 'newPassword');
    if (oldPassword.normalize('NFKC') === newPassword.normalize('NFKC')) {
      throw new Refused('validation', { rules: { newPassword: 'password_same' } });
    }
    const oldHash = await checkPassword({ memberId: id, password: oldPassword, address });
    const newHash = await hasher.hash(newPassword);
    const replaced = await transaction(pool, (client) =>
      replacePassword(client, { memberId: id, sessionId, oldHash, newHash, now: now() }),
    );
    if (replaced === undefined) throw new Refused('wrong_credentials');
    for (const session of replaced.ended) ended.add(session);
    // Again, for a session that began with the old password at the time of the change; see insertSession.
    await endSessions(id, { except: sessionId }, 'password_changed');
    sendLetter(
      { shard, memberId: id },
      { template: 'password_changed', fields: { at: now().toISOString() } },
    );
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

/** Requires more than the session; see checkSecond. */
export type CheckSecond = (
  owner: Owner,
  given: { password: string | undefined; code: string | undefined; address: string },
) => Promise<void>;

/** The security of an account: its sessions, its password, a second factor and passkeys. */
export const createSecurity = (options: SecurityOptions) => {
  const { pool, config, secret, hasher, checkPassword, sessions, ended, sendLetter, now } = options;
  const siteName = (): string => config.SITE_NAME;
  const factor = createSecondFactor({ pool, secret, siteName, sendLetter, now });
  const passkeys = createPasskeys({ pool, siteName, sendLetter, now, rpId: config.PASSKEY_RP_ID });
  const changePassword = createChangePassword({
    pool,
    hasher,
    checkPassword,
    endSessions: sessions.endAll,
    ended,
    sendLetter,
    now,
  });

  const ask = async ({ member, address }: Who, password: string): Promise<void> => {
    await checkPassword({ memberId: member.id, password, address });
  };
  const memberOf = async (id: string): Promise<MemberRow> => {
    const member = await findMember(pool, id);
    if (member === undefined) throw new Refused('sign_in');
    return member;
  };

  const info = async ({ member }: Pick<Who, 'member'>): Promise<Security> => {
    const [state, keys] = await Promise.all([
      findState(pool, member.id),
      findPasskeys(pool, ownerOf(member)),
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
  };

  const sessionList = async ({ member }: Pick<Who, 'member'>): Promise<Output<'sessionList'>> => {
    const rows = await findOpenSessions(pool, { memberId: member.id, first: member.sessionId, now: now() });
    return { list: rows.map((row) => toOpenDevice(row, member.sessionId)) };
  };

  return {
    judgeSecondFactor: (async ({ id, shard }, otp, caller) => {
      await factor.judge({ shard, memberId: id }, otp, caller);
    }) satisfies JudgeSecondFactor,

    /**
     * Requires more than the session: the second factor of a member who has one, else the password.
     * @throws Refused `otp_needed`, `otp_wrong`, `password_needed`, `wrong_credentials`, `locked`
     */
    checkSecond: (async (owner, { password, code, address }) => {
      if (await factor.judge(owner, code, { address })) return;
      if (password === undefined) throw new Refused('password_needed');
      await checkPassword({ memberId: owner.memberId, password, address });
    }) satisfies CheckSecond,

    info,
    sessionList,

    /** @throws Refused `validation`, `not_found` */
    sessionEnd: async ({ id, others }: Input<'sessionEnd'>, who: Who): Promise<Output<'sessionEnd'>> => {
      if (id === undefined && others === undefined) {
        throw new Refused('validation', { rules: { id: 'required' } });
      }
      if (id !== undefined && others !== undefined) {
        throw new Refused('validation', { rules: { others: 'unknown' } });
      }
      const { member } = who;
      if (id === undefined) await sessions.endAll(member.id, { except: member.sessionId }, 'ended');
      else if (!(await sessions.endOne(member.id, id))) throw new Refused('not_found');
      return sessionList(who);
    },

    changePassword: (input: Input<'changePassword'>, { member, address }: Who): Promise<void> =>
      changePassword(input, member, address),

    otpBegin: async ({ password }: Input<'otpBegin'>, who: Who): Promise<Output<'otpBegin'>> => {
      await ask(who, password);
      const { account } = await memberOf(who.member.id);
      return factor.begin(ownerOf(who.member), account);
    },

    otpConfirm: async ({ otp }: Input<'otpConfirm'>, who: Who): Promise<Output<'otpConfirm'>> => ({
      codes: await factor.confirm(ownerOf(who.member), otp, who),
    }),

    otpRenew: async ({ password, otp }: Input<'otpRenew'>, who: Who): Promise<Output<'otpRenew'>> => {
      await ask(who, password);
      return { codes: await factor.renew(ownerOf(who.member), otp, who) };
    },

    otpEnd: async ({ password, otp }: Input<'otpEnd'>, who: Who): Promise<Security> => {
      await ask(who, password);
      await factor.end(ownerOf(who.member), otp, who);
      return info(who);
    },

    passkeyBegin: async ({ password, otp }: Input<'passkeyBegin'>, who: Who) => {
      await ask(who, password);
      await factor.judge(ownerOf(who.member), otp, who);
      const { account } = await memberOf(who.member.id);
      return passkeys.begin(who.member, account, who);
    },

    passkeySave: async (input: Input<'passkeySave'>, who: Who): Promise<Security> => {
      await passkeys.save(who.member, input);
      return info(who);
    },

    passkeyDel: async ({ id, password }: Input<'passkeyDel'>, who: Who): Promise<Security> => {
      await ask(who, password);
      await passkeys.remove(ownerOf(who.member), id);
      return info(who);
    },

    passkeyAsk: (caller: Caller): Promise<Output<'passkeyAsk'>> => passkeys.ask(caller),

    /**
     * Signs in by a passkey, which is both factors.
     * @throws Refused `passkey_wrong`
     */
    passkeyLogin: async (
      input: Input<'passkeyLogin'>,
      caller: Caller,
    ): Promise<{ member: MemberRow; session: OpenSession }> => {
      const { memberId } = await passkeys.judge(input);
      const member = await findMember(pool, memberId);
      if (member === undefined) throw new Refused('passkey_wrong');
      const session = await sessions.open(member, caller, pool);
      if (member.language !== caller.lan) await setLanguage(pool, member.id, caller.lan);
      return { member: { ...member, language: caller.lan }, session };
    },

    /** Deletes what was begun and never finished. */
    tidy: async (): Promise<void> => {
      await factor.tidy();
      await passkeys.tidy();
    },
  };
};

export type SecurityRoom = ReturnType<typeof createSecurity>;
