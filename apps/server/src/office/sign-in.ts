import { plainText } from '@touchline/kit/typed-text';
import { dayMs, hourMs, minuteMs } from '@touchline/contract/durations';
import type { Input } from '@touchline/contract/routes';
import type { ProvenBy } from '@touchline/contract/shapes/office-sign-in';
import type pg from 'pg';
import type { Caller, OfficeAuth, Operator } from '../core/handler.ts';
import { addressKey } from '../core/http/request-origin.ts';
import { type PasswordCheck, userAgentMax } from '../accounts/index.ts';
import { newId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { findState, hasFactor, lockOperator } from './factor-queries.ts';
import type { Factors } from './factors.ts';
import { findForSignIn, type OperatorSignInRow } from './operator-queries.ts';
import type { Passkeys } from './passkeys.ts';
import { newToken, tokenHash } from './secrets.ts';
import {
  endSession,
  findOpenSession,
  insertSession,
  pruneSessions,
  touchSession,
} from './session-queries.ts';

/** A session ends when it is not used for this time, and at the latest after a working day. */
export const idleMinutes = 30;
const idleMs = idleMinutes * minuteMs;
const longestMs = 12 * hourMs;
/** Ended sessions are kept for this time; the latest of an operator from an address for longer. */
const keptMs = 90 * dayMs;
const knownMs = 365 * dayMs;
/** Minimum interval between writes of the last use. */
const touchMs = 30_000;

/** Sessions last used after this time are open. */
export const usedSince = (now: Date): Date => new Date(now.getTime() - idleMs);

type OfficeSessionsOptions = {
  pool: pg.Pool;
  checkPassword: PasswordCheck;
  factors: Factors;
  passkeys: Passkeys;
  /** Whether operators without a second factor may do nothing but set one up. */
  factorNeeded: boolean;
  audit: Audit;
  now: () => Date;
};

/** A new session. */
export type SignedIn = { token: string; expiresAt: Date; operatorId: string };

/**
 * Sessions of operators. The database has the hash of each random token and is asked at each call, so that signing out,
 * disabling and a change of roles take effect at once in every process.
 */
export class OfficeSessions implements OfficeAuth {
  readonly #factors: Factors;
  readonly #passkeys: Passkeys;
  readonly #now: () => Date;
  readonly #pool: pg.Pool;
  readonly #audit: Audit;
  readonly #checkPassword: PasswordCheck;
  /** Whether operators without a second factor may do nothing but set one up. */
  readonly #factorNeeded: boolean;

  constructor({ pool, checkPassword, factors, passkeys, factorNeeded, audit, now }: OfficeSessionsOptions) {
    this.#factors = factors;
    this.#passkeys = passkeys;
    this.#now = now;
    this.#pool = pool;
    this.#audit = audit;
    this.#checkPassword = checkPassword;
    this.#factorNeeded = factorNeeded;
  }

  /** The operator of a token, as they are now. @throws Refused `sign_in` when it is missing or unknown, or its session is over */
  async verify(token: string | undefined): Promise<Operator> {
    const hash = token === undefined ? undefined : tokenHash(token);
    if (hash === undefined) throw new Refused('sign_in');
    const at = this.#now();
    const session = await findOpenSession(this.#pool, { tokenHash: hash, now: at, usedSince: usedSince(at) });
    if (session === undefined) throw new Refused('sign_in');
    const { id, account, roles, session_id: sessionId } = session;
    if (at.getTime() - session.last_used_at.getTime() >= touchMs)
      await touchSession(this.#pool, sessionId, at);
    const mustSetUp = this.#factorNeeded && !session.has_factor;
    const waits = session.waits_until;
    return {
      id,
      account,
      roles,
      sessionId,
      mustSetUp: mustSetUp || undefined,
      waitsUntil: waits !== null && waits > at ? waits : undefined,
    };
  }

  /**
   * Asks an operator who is signed in for the password again, and for a code where there is an authenticator app.
   * @returns the hash of the password that was right
   * @throws Refused `wrong_credentials`, `locked`, `unavailable`, `otp_needed`, `otp_wrong`
   */
  async askAgain(
    { id, account }: Operator,
    { password, otp }: { password: string; otp?: string },
    from: string,
  ): Promise<string> {
    const { operator, right } = await this.#judge(account, password, from);
    if (!right || operator === undefined || operator.password_hash === null) {
      throw new Refused('wrong_credentials');
    }
    await this.#factors.within(id, otp, from);
    return operator.password_hash;
  }

  /**
   * @returns the token and when it ends at the latest
   * @throws Refused `wrong_credentials`, `locked` with the time to come back, `unavailable`, `otp_needed`, `otp_wrong`
   */
  async signIn({ account, password, otp }: Input<'officeLogin'>, caller: Caller): Promise<SignedIn> {
    const { operator, right } = await this.#judge(account, password, caller.address);
    if (!right || operator === undefined || operator.password_hash === null) {
      await this.#noteFailure(operator?.id, caller.address, 'password');
      throw new Refused('wrong_credentials');
    }
    const proven = await this.#factors
      .atSignIn(operator.id, otp, caller.address)
      .catch(async (error: unknown) => {
        const isWrong = error instanceof Refused && error.reason === 'otp_wrong';
        if (isWrong) await this.#noteFailure(operator.id, caller.address, 'code');
        throw error;
      });
    return this.#begin(operator.id, { proven, passwordHash: operator.password_hash }, caller);
  }

  /**
   * Signs in by a passkey, which is both factors.
   * @throws Refused `passkey_wrong`
   */
  async signInByPasskey(input: Input<'officePasskeyLogin'>, caller: Caller): Promise<SignedIn> {
    const operatorId = await this.#passkeys.judge(input);
    return this.#begin(operatorId, { proven: 'passkey' }, caller).catch((error: unknown) => {
      // A disabled operator gets the same answer as an unknown passkey.
      if (error instanceof Refused) throw new Refused('passkey_wrong');
      throw error;
    });
  }

  /** Deletes sessions that ended long ago. */
  tidy(): Promise<void> {
    const nowMs = this.#now().getTime();
    return pruneSessions(this.#pool, {
      before: new Date(nowMs - keptMs),
      knownBefore: new Date(nowMs - knownMs),
    });
  }

  /** Ends the session of the call. */
  signOut(operator: Operator, address: string): Promise<void> {
    return transaction(this.#pool, async (client) => {
      if (!(await endSession(client, operator.sessionId, this.#now()))) return;
      const subject = { kind: 'operator' as const, id: operator.id };
      await this.#audit(client, { operator, action: 'sign_out', subject, address });
    });
  }

  /** @throws Refused `locked`, `unavailable` */
  async #judge(
    account: string,
    password: string,
    from: string,
  ): Promise<{ operator: OperatorSignInRow | undefined; right: boolean }> {
    const folded = plainText(account).toLowerCase();
    const address = addressKey(from);
    const operator = await findForSignIn(this.#pool, folded, address);
    const right = await this.#checkPassword({
      subject: `operator ${folded}`,
      address,
      password,
      known: operator?.known === true,
      stored: operator?.password_hash ?? undefined,
    });
    return { operator, right };
  }

  /** Logs a failed sign-in as an operator. What was typed is not kept, because it may be the password. */
  #noteFailure(id: string | undefined, address: string, at: 'password' | 'code'): Promise<void> {
    return this.#audit(this.#pool, {
      operator: null,
      action: 'sign_in_failed',
      address,
      detail: { at },
      subject: { kind: 'operator', id: id ?? 'unknown' },
    });
  }

  /**
   * Begins a session within a transaction that locks the operator. The password must still be the one that was checked, and
   * no second factor may have been added in the meantime.
   * @throws Refused `wrong_credentials`, `otp_needed`
   */
  async #begin(
    operatorId: string,
    proof: { proven: ProvenBy; passwordHash?: string },
    { address, userAgent }: Caller,
  ): Promise<SignedIn> {
    const { token, hash } = newToken();
    const at = this.#now();
    const expiresAt = new Date(at.getTime() + longestMs);
    const { proven, passwordHash } = proof;
    await transaction(this.#pool, async (client) => {
      const operator = await lockOperator(client, operatorId);
      if (operator === undefined) throw new Refused('wrong_credentials');
      if (passwordHash !== undefined && passwordHash !== operator.password_hash) {
        throw new Refused('wrong_credentials');
      }
      const state = await findState(client, operatorId);
      if (proven === 'password' && hasFactor(state)) throw new Refused('otp_needed');
      await insertSession(client, {
        id: newId(),
        operatorId,
        tokenHash: hash,
        address: addressKey(address),
        proven,
        userAgent: userAgent.replaceAll('\0', '').toWellFormed().slice(0, userAgentMax).toWellFormed(),
        now: at,
        expiresAt,
      });
      const detail = { proven, recoveryLeft: proven === 'recovery' ? state.recoveryLeft : undefined };
      const subject = { kind: 'operator' as const, id: operatorId };
      await this.#audit(client, {
        operator: { id: operatorId },
        action: 'sign_in',
        subject,
        detail,
        address,
      });
    });
    return { token, expiresAt, operatorId };
  }
}
