import type { Input } from '@touchline/contract/routes';
import type pg from 'pg';
import type { OfficeAuth } from '../http/auth.ts';
import type { Caller, Operator } from '../http/handler.ts';
import { addressKey } from '../platform/address.ts';
import { newId } from '../platform/ids.ts';
import type { PasswordHasher } from '../platform/password-hash.ts';
import { Refused } from '../platform/refusal.ts';
import type { PasswordCheck } from '../platform/throttle/password-check.ts';
import { transaction } from '../platform/transaction.ts';
import type { Audit } from './audit.ts';
import { changeOperator, findForSignIn } from './operator-queries.ts';
import { newPassword, newToken, tokenHash } from './secrets.ts';
import {
  endSession,
  endSessionsOf,
  findOpenSession,
  insertSession,
  pruneSessions,
  touchSession,
} from './session-queries.ts';

/** A session that is not used for so long is over, and no session lasts longer than a working day. */
const idleMs = 30 * 60 * 1_000;
const longestMs = 12 * 60 * 60 * 1_000;
/** Sessions are kept for so long, though over; the latest of an operator from an address for longer. */
const keptMs = 90 * 24 * 60 * 60 * 1_000;
const knownMs = 365 * 24 * 60 * 60 * 1_000;
/** The moment of last use is written this often at the most. */
const touchMs = 30_000;
/** Longest user agent worth keeping. */
const userAgentMax = 300;

export type OfficeSessionsOptions = {
  pool: pg.Pool;
  hasher: PasswordHasher;
  checkPassword: PasswordCheck;
  audit: Audit;
  now: () => Date;
};

/**
 * Sessions of operators: random tokens of which the database has the hash, looked up at each call, so that signing out,
 * disabling and a change of roles count at once in every process.
 */
export const createOfficeSessions = (options: OfficeSessionsOptions) => {
  const { pool, hasher, checkPassword, audit, now } = options;

  /** @throws Refused `locked`, `unavailable` */
  const judge = async (
    account: string,
    password: string,
    from: string,
  ): Promise<{ operator: { id: string; account: string } | undefined; right: boolean }> => {
    const folded = account.trim().toLowerCase();
    const address = addressKey(from);
    const operator = await findForSignIn(pool, folded, address);
    const right = await checkPassword({
      ...{ subject: `operator ${folded}`, address, password },
      ...{ known: operator?.known === true, stored: operator?.password_hash },
    });
    return { operator, right };
  };

  const verify: OfficeAuth['verify'] = async (token) => {
    const hash = token === undefined ? undefined : tokenHash(token);
    if (hash === undefined) throw new Refused('sign_in');
    const at = now();
    const session = await findOpenSession(pool, {
      ...{ tokenHash: hash, now: at, usedSince: new Date(at.getTime() - idleMs) },
    });
    if (session === undefined) throw new Refused('sign_in');
    const { id, account, roles, session_id: sessionId } = session;
    if (at.getTime() - session.last_used_at.getTime() >= touchMs) await touchSession(pool, sessionId, at);
    return { id, account, roles, sessionId };
  };

  return {
    auth: { verify },

    /**
     * @returns the token and when it ends at the latest
     * @throws Refused `wrong_credentials`, `locked` with the time to come back, `unavailable`
     */
    signIn: async (
      { account, password }: Input<'officeLogin'>,
      { address, userAgent }: Caller,
    ): Promise<{ token: string; expiresAt: Date; operatorId: string }> => {
      const { operator, right } = await judge(account, password, address);
      if (!right || operator === undefined) {
        // What was typed is not kept: it may be the password.
        const subject = { kind: 'operator' as const, id: operator?.id ?? 'unknown' };
        await audit(pool, { operator: null, action: 'sign_in_failed', subject, address });
        throw new Refused('wrong_credentials');
      }
      const token = newToken();
      const hash = tokenHash(token);
      if (hash === undefined) throw new Error('A token of a form that is not ours');
      const at = now();
      const expiresAt = new Date(at.getTime() + longestMs);
      await transaction(pool, async (client) => {
        await insertSession(client, {
          ...{ id: newId(), operatorId: operator.id, tokenHash: hash, address: addressKey(address) },
          userAgent: userAgent.replaceAll('\0', '').toWellFormed().slice(0, userAgentMax).toWellFormed(),
          ...{ now: at, expiresAt },
        });
        const subject = { kind: 'operator' as const, id: operator.id };
        await audit(client, { operator, action: 'sign_in', subject, address });
      });
      return { token, expiresAt, operatorId: operator.id };
    },

    /** Forgets sessions that are long over. */
    tidy: (): Promise<void> => {
      const nowMs = now().getTime();
      return pruneSessions(pool, {
        before: new Date(nowMs - keptMs),
        knownBefore: new Date(nowMs - knownMs),
      });
    },

    /** Ends the session of the call. */
    signOut: (operator: Operator, address: string): Promise<void> =>
      transaction(pool, async (client) => {
        if (!(await endSession(client, operator.sessionId, now()))) return;
        const subject = { kind: 'operator' as const, id: operator.id };
        await audit(client, { operator, action: 'sign_out', subject, address });
      }),

    /**
     * Gives the operator a new password, and ends all their sessions.
     * @throws Refused `wrong_credentials`, `locked`
     */
    renewPassword: async (operator: Operator, password: string, address: string): Promise<string> => {
      const { right } = await judge(operator.account, password, address);
      if (!right) throw new Refused('wrong_credentials');
      const fresh = newPassword();
      const passwordHash = await hasher.hash(fresh);
      await transaction(pool, async (client) => {
        await changeOperator(client, { id: operator.id, passwordHash, now: now() });
        await endSessionsOf(client, operator.id, now());
        const subject = { kind: 'operator' as const, id: operator.id };
        await audit(client, { operator, action: 'password_renewed', subject, address });
      });
      return fresh;
    },
  };
};
