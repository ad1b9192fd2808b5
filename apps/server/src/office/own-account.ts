import { limits } from '@touchline/contract/limits';
import type { Input, Output } from '@touchline/contract/routes';
import type { OperatorFactor } from '@touchline/contract/shapes/office-sign-in';
import type pg from 'pg';
import type { Caller, Operator } from '../core/handler.ts';
import type { Queryable } from '../core/database/database.ts';
import { isId } from '../core/ids.ts';
import type { PasswordHasher } from '../accounts/index.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { findState, hasFactor, lockOperator, type FactorState } from './factor-queries.ts';
import type { Factors } from './factors.ts';
import { changeOperator } from './operator-queries.ts';
import { findPasskeys, insertPasskey, removePasskey, renamePasskey } from './passkey-queries.ts';
import type { Passkeys } from './passkeys.ts';
import { judgeOperatorPassword } from './password-links.ts';
import { endOtherSessions, endSessionsOf, isUnended } from './session-queries.ts';
import { usedSince, type OfficeSessions } from './sign-in.ts';

export type OwnAccountOptions = {
  pool: pg.Pool;
  hasher: PasswordHasher;
  sessions: OfficeSessions;
  factors: Factors;
  passkeys: Passkeys;
  factorNeeded: boolean;
  audit: Audit;
  now: () => Date;
};

/** The caller of an office call. */
export type Who = Caller & { operator: Operator };

/** Calls of operators about the security of their own account: password, authenticator app, recovery codes, passkeys. */
export const createOwnAccount = (options: OwnAccountOptions) => {
  const { pool, hasher, sessions, factors, passkeys, factorNeeded, audit, now } = options;

  /** Changes the account of an operator under a lock. @param work receives the factors before the change */
  const change = <T>(
    { id, sessionId }: Operator,
    work: (client: Queryable, before: FactorState) => Promise<T>,
  ): Promise<T> =>
    transaction(pool, async (client) => {
      const held = await lockOperator(client, id);
      // A session that was ended in the meantime changes nothing.
      if (held === undefined || !(await isUnended(client, sessionId))) throw new Refused('sign_in');
      return work(client, await findState(client, id));
    });
  const own = ({ operator, address }: Who) => ({
    operator,
    address,
    subject: { kind: 'operator' as const, id: operator.id },
  });
  /** After a new factor is added, sessions that began without it end. */
  const endOthers = (client: Queryable, { id, sessionId }: Operator): Promise<number> =>
    endOtherSessions(client, {
      operatorId: id,
      except: sessionId,
      now: now(),
      usedSince: usedSince(now()),
    });

  const secondFactor = async (id: string): Promise<OperatorFactor> => {
    const state = await findState(pool, id);
    const rows = await findPasskeys(pool, id);
    return {
      totp: state.totp,
      passkeys: rows.map((row) => ({
        id: row.id,
        name: row.name,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString(),
      })),
      recoveryLeft: state.recoveryLeft,
      mustSetUp: factorNeeded && !hasFactor(state),
    };
  };
  const nameOf = (text: string): string => {
    const name = text.trim();
    if (name === '') throw new Refused('validation', { rules: { name: 'required' } });
    return name;
  };

  return {
    secondFactor,

    /**
     * Sets a password that the operator chose, and ends all their sessions.
     * @throws Refused as askAgain, `validation`, `password_common`
     */
    renewPassword: async (input: Input<'officePasswordRenew'>, who: Who): Promise<void> => {
      judgeOperatorPassword(input.newPassword, who.operator.account, 'newPassword');
      const judged = await sessions.askAgain(who.operator, input, who.address);
      const passwordHash = await hasher.hash(input.newPassword);
      await transaction(pool, async (client) => {
        const held = await lockOperator(client, who.operator.id);
        if (held?.password_hash !== judged) throw new Refused('wrong_credentials');
        await changeOperator(client, { id: who.operator.id, passwordHash, now: now() });
        await endSessionsOf(client, who.operator.id, now());
        await audit(client, { ...own(who), action: 'password_renewed' });
      });
    },

    /** @throws Refused as askAgain */
    otpBegin: async (input: Input<'officeOtpBegin'>, who: Who): Promise<Output<'officeOtpBegin'>> => {
      await sessions.askAgain(who.operator, input, who.address);
      return factors.begin(who.operator.id, who.operator.account);
    },

    /** @throws Refused `otp_state`, `otp_wrong`, `locked` */
    otpConfirm: async ({ otp }: Input<'officeOtpConfirm'>, who: Who): Promise<Output<'officeOtpConfirm'>> => {
      const { operator, address } = who;
      const confirm = await factors.confirming(operator.id, otp, address);
      const codes = await change(operator, async (client, before) => {
        if (!(await confirm(client))) throw new Refused('otp_state');
        const drawn = await factors.drawCodes(client, operator.id);
        const sessionsEnded = await endOthers(client, operator);
        const detail = { factor: 'totp', replaced: before.totp, sessionsEnded };
        await audit(client, { ...own(who), action: 'factor_set', detail });
        return drawn;
      });
      return { secondFactor: await secondFactor(operator.id), codes };
    },

    /** @throws Refused as askAgain, `otp_state` without a second factor that recovery codes could replace */
    otpRenew: async (input: Input<'officeOtpRenew'>, who: Who): Promise<Output<'officeOtpRenew'>> => {
      await sessions.askAgain(who.operator, input, who.address);
      const codes = await change(who.operator, async (client, before) => {
        if (!hasFactor(before)) throw new Refused('otp_state');
        const detail = { recoveryLeft: before.recoveryLeft };
        await audit(client, { ...own(who), action: 'recovery_renewed', before: detail });
        return factors.drawCodes(client, who.operator.id);
      });
      return { codes };
    },

    /** @throws Refused as askAgain, `passkey_many` */
    passkeyBegin: async (input: Input<'officePasskeyBegin'>, who: Who) => {
      await sessions.askAgain(who.operator, input, who.address);
      return passkeys.begin(who.operator, who);
    },

    /** @throws Refused `passkey_wrong`, `passkey_many`, `validation` */
    passkeySave: async (
      input: Input<'officePasskeySave'>,
      who: Who,
    ): Promise<Output<'officePasskeySave'>> => {
      const { operator } = who;
      const made = await passkeys.made(operator, { ...input, name: nameOf(input.name) });
      const codes = await change(operator, async (client, before) => {
        if (before.passkeys >= limits.passkeysMax) throw new Refused('passkey_many');
        if (!(await insertPasskey(client, operator.id, made))) throw new Refused('passkey_wrong');
        const isFirst = !hasFactor(before);
        const sessionsEnded = isFirst ? await endOthers(client, operator) : 0;
        const detail = { passkey: made.id, name: made.name, sessionsEnded };
        await audit(client, { ...own(who), action: 'passkey_added', detail });
        return isFirst ? factors.drawCodes(client, operator.id) : undefined;
      });
      return {
        secondFactor: await secondFactor(operator.id),
        codes,
      };
    },

    /** @throws Refused `not_found`, `validation` */
    passkeyName: async (input: Input<'officePasskeyName'>, who: Who): Promise<OperatorFactor> => {
      const { id } = input;
      const name = nameOf(input.name);
      await change(who.operator, async (client) => {
        const before = isId(id) ? await renamePasskey(client, who.operator.id, { id, name }) : undefined;
        if (before === undefined) throw new Refused('not_found');
        const line = { detail: { passkey: id }, before: { name: before }, after: { name } };
        await audit(client, { ...own(who), action: 'passkey_renamed', ...line });
      });
      return secondFactor(who.operator.id);
    },

    /** @throws Refused `not_found`, as askAgain, `otp_state` for the last second factor */
    passkeyDel: async (input: Input<'officePasskeyDel'>, who: Who): Promise<OperatorFactor> => {
      await sessions.askAgain(who.operator, input, who.address);
      await change(who.operator, async (client, before) => {
        const { id } = input;
        const name = isId(id) ? await removePasskey(client, who.operator.id, id) : undefined;
        if (name === undefined) throw new Refused('not_found');
        if (!before.totp && before.passkeys === 1) throw new Refused('otp_state');
        await audit(client, { ...own(who), action: 'passkey_removed', detail: { passkey: id, name } });
      });
      return secondFactor(who.operator.id);
    },
  };
};
