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

type OwnAccountOptions = {
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

const own = ({ operator, address }: Who) => ({
  operator,
  address,
  subject: { kind: 'operator' as const, id: operator.id },
});

const nameOf = (text: string): string => {
  const name = text.trim();
  if (name === '') throw new Refused('validation', { rules: { name: 'required' } });
  return name;
};

/** Calls of operators about the security of their own account: password, authenticator app, recovery codes, passkeys. */
export class OwnAccount {
  readonly #pool: pg.Pool;
  readonly #factorNeeded: boolean;
  readonly #sessions: OfficeSessions;
  readonly #hasher: PasswordHasher;
  readonly #now: () => Date;
  readonly #audit: Audit;
  readonly #factors: Factors;
  readonly #passkeys: Passkeys;

  constructor({ pool, hasher, sessions, factors, passkeys, factorNeeded, audit, now }: OwnAccountOptions) {
    this.#pool = pool;
    this.#factorNeeded = factorNeeded;
    this.#sessions = sessions;
    this.#hasher = hasher;
    this.#now = now;
    this.#audit = audit;
    this.#factors = factors;
    this.#passkeys = passkeys;
  }

  async secondFactor(id: string): Promise<OperatorFactor> {
    const state = await findState(this.#pool, id);
    const rows = await findPasskeys(this.#pool, id);
    return {
      totp: state.totp,
      passkeys: rows.map((row) => ({
        id: row.id,
        name: row.name,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString(),
      })),
      recoveryLeft: state.recoveryLeft,
      mustSetUp: this.#factorNeeded && !hasFactor(state),
    };
  }

  /**
   * Sets a password that the operator chose, and ends all their sessions.
   * @throws Refused as askAgain, `validation`, `password_common`
   */
  async renewPassword(input: Input<'officePasswordRenew'>, who: Who): Promise<void> {
    judgeOperatorPassword(input.newPassword, who.operator.account, 'newPassword');
    const judged = await this.#sessions.askAgain(who.operator, input, who.address);
    const passwordHash = await this.#hasher.hash(input.newPassword);
    await transaction(this.#pool, async (client) => {
      const held = await lockOperator(client, who.operator.id);
      if (held?.password_hash !== judged) throw new Refused('wrong_credentials');
      await changeOperator(client, { id: who.operator.id, passwordHash, now: this.#now() });
      await endSessionsOf(client, who.operator.id, this.#now());
      await this.#audit(client, { ...own(who), action: 'password_renewed' });
    });
  }

  /** @throws Refused as askAgain */
  async otpBegin(input: Input<'officeOtpBegin'>, who: Who): Promise<Output<'officeOtpBegin'>> {
    await this.#sessions.askAgain(who.operator, input, who.address);
    return this.#factors.begin(who.operator.id, who.operator.account);
  }

  /** @throws Refused `otp_state`, `otp_wrong`, `locked` */
  async otpConfirm({ otp }: Input<'officeOtpConfirm'>, who: Who): Promise<Output<'officeOtpConfirm'>> {
    const { operator, address } = who;
    const confirm = await this.#factors.confirming(operator.id, otp, address);
    const codes = await this.#change(operator, async (client, before) => {
      if (!(await confirm(client))) throw new Refused('otp_state');
      const drawn = await this.#factors.drawCodes(client, operator.id);
      const sessionsEnded = await this.#endOthers(client, operator);
      const detail = { factor: 'totp', replaced: before.totp, sessionsEnded };
      await this.#audit(client, { ...own(who), action: 'factor_set', detail });
      return drawn;
    });
    return { secondFactor: await this.secondFactor(operator.id), codes };
  }

  /** @throws Refused as askAgain, `otp_state` without a second factor that recovery codes could replace */
  async otpRenew(input: Input<'officeOtpRenew'>, who: Who): Promise<Output<'officeOtpRenew'>> {
    await this.#sessions.askAgain(who.operator, input, who.address);
    const codes = await this.#change(who.operator, async (client, before) => {
      if (!hasFactor(before)) throw new Refused('otp_state');
      const detail = { recoveryLeft: before.recoveryLeft };
      await this.#audit(client, { ...own(who), action: 'recovery_renewed', before: detail });
      return this.#factors.drawCodes(client, who.operator.id);
    });
    return { codes };
  }

  /** @throws Refused as askAgain, `passkey_many` */
  async passkeyBegin(input: Input<'officePasskeyBegin'>, who: Who) {
    await this.#sessions.askAgain(who.operator, input, who.address);
    return this.#passkeys.begin(who.operator, who);
  }

  /** @throws Refused `passkey_wrong`, `passkey_many`, `validation` */
  async passkeySave(input: Input<'officePasskeySave'>, who: Who): Promise<Output<'officePasskeySave'>> {
    const { operator } = who;
    const made = await this.#passkeys.made(operator, { ...input, name: nameOf(input.name) });
    const codes = await this.#change(operator, async (client, before) => {
      if (before.passkeys >= limits.passkeysMax) throw new Refused('passkey_many');
      if (!(await insertPasskey(client, operator.id, made))) throw new Refused('passkey_wrong');
      const isFirst = !hasFactor(before);
      const sessionsEnded = isFirst ? await this.#endOthers(client, operator) : 0;
      const detail = { passkey: made.id, name: made.name, sessionsEnded };
      await this.#audit(client, { ...own(who), action: 'passkey_added', detail });
      return isFirst ? this.#factors.drawCodes(client, operator.id) : undefined;
    });
    return {
      secondFactor: await this.secondFactor(operator.id),
      codes,
    };
  }

  /** @throws Refused `not_found`, `validation` */
  async passkeyName(input: Input<'officePasskeyName'>, who: Who): Promise<OperatorFactor> {
    const { id } = input;
    const name = nameOf(input.name);
    await this.#change(who.operator, async (client) => {
      const before = isId(id) ? await renamePasskey(client, who.operator.id, { id, name }) : undefined;
      if (before === undefined) throw new Refused('not_found');
      const line = { detail: { passkey: id }, before: { name: before }, after: { name } };
      await this.#audit(client, { ...own(who), action: 'passkey_renamed', ...line });
    });
    return this.secondFactor(who.operator.id);
  }

  /** @throws Refused `not_found`, as askAgain, `otp_state` for the last second factor */
  async passkeyDel(input: Input<'officePasskeyDel'>, who: Who): Promise<OperatorFactor> {
    await this.#sessions.askAgain(who.operator, input, who.address);
    await this.#change(who.operator, async (client, before) => {
      const { id } = input;
      const name = isId(id) ? await removePasskey(client, who.operator.id, id) : undefined;
      if (name === undefined) throw new Refused('not_found');
      if (!before.totp && before.passkeys === 1) throw new Refused('otp_state');
      await this.#audit(client, { ...own(who), action: 'passkey_removed', detail: { passkey: id, name } });
    });
    return this.secondFactor(who.operator.id);
  }

  /** Changes the account of an operator under a lock. @param work receives the factors before the change */
  #change<T>(
    { id, sessionId }: Operator,
    work: (client: Queryable, before: FactorState) => Promise<T>,
  ): Promise<T> {
    return transaction(this.#pool, async (client) => {
      const held = await lockOperator(client, id);
      // A session that was ended in the meantime changes nothing.
      if (held === undefined || !(await isUnended(client, sessionId))) throw new Refused('sign_in');
      return work(client, await findState(client, id));
    });
  }

  /** After a new factor is added, sessions that began without it end. */
  #endOthers(client: Queryable, { id, sessionId }: Operator): Promise<number> {
    return endOtherSessions(client, {
      operatorId: id,
      except: sessionId,
      now: this.#now(),
      usedSince: usedSince(this.#now()),
    });
  }
}
