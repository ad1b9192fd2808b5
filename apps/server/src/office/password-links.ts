import { dayMs } from '@touchline/contract/durations';
import type { Input } from '@touchline/contract/routes';
import type pg from 'pg';
import { isCommonPassword, type PasswordHasher } from '../accounts/index.ts';
import { query, statement, type Queryable } from '../core/database/database.ts';
import { Refused } from '../core/refusal.ts';
import { addRowFact } from '../core/public-log/facts.ts';
import { insertInto } from '../core/database/rows.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { lockOperator } from './factor-queries.ts';
import { changeOperator } from './operator-queries.ts';
import { newToken, tokenHash } from './secrets.ts';
import { endSessionsOf } from './session-queries.ts';

/** Lifetime of a link in milliseconds. */
const openMs = dayMs;
const passwordMin = 12;

/**
 * Judges a password that an operator chooses.
 * @param field of the call it came in
 * @throws Refused `validation`, `password_common`
 */
export const judgeOperatorPassword = (password: string, account: string, field: string): void => {
  if (Array.from(password).length < passwordMin) {
    throw new Refused('validation', { rules: { [field]: 'operator_password' } });
  }
  if (isCommonPassword(password, [account])) throw new Refused('password_common');
};

const newLink = insertInto('operator_password_link', ['operator_id', 'code_hash', 'expires_at', 'waits']);
const insert = query.exec(
  'operator-password-link-insert',
  `${newLink.text}
   on conflict (operator_id) do update
   set code_hash = excluded.code_hash, expires_at = excluded.expires_at, waits = excluded.waits`,
);
const find = query.one<{ operator_id: string; account: string }>(
  'operator-password-link-find',
  `select l.operator_id, o.account from operator_password_link l join operator o on o.id = l.operator_id
   where l.code_hash = $1 and l.expires_at > $2 and o.disabled_at is null`,
);
const take = query.one<{ operator_id: string; waits: boolean }>(
  'operator-password-link-take',
  'delete from operator_password_link where code_hash = $1 and expires_at > $2 returning operator_id, waits',
);
const tidy = statement(
  'operator-password-link-tidy',
  'delete from operator_password_link where expires_at <= $1 returning operator_id',
);

/** Replaces the operator's link within the caller's transaction. @returns its code, which is shown once */
export const makePasswordLink = async (
  client: Queryable,
  { operatorId, waits, now }: { operatorId: string; waits: boolean; now: Date },
): Promise<string> => {
  const { token: code, hash } = newToken();
  const row = {
    operator_id: operatorId,
    code_hash: hash,
    expires_at: new Date(now.getTime() + openMs),
    waits,
  };
  await insert(client, newLink.values(row));
  await addRowFact(client, 'operator', operatorId);
  return code;
};

/** Deletes the link of an operator, used or not. */
export const dropPasswordLink = async (client: Queryable, operatorId: string): Promise<void> => {
  await client.query('delete from operator_password_link where operator_id = $1', [operatorId]);
  await addRowFact(client, 'operator', operatorId);
};

/** Passwords that operators choose by a link. No one else learns them, not even the owner who hands over the link. */
export class PasswordLinks {
  readonly #pool: pg.Pool;
  readonly #now: () => Date;
  readonly #hasher: PasswordHasher;
  /** Time in milliseconds for which an operator with a new password may not decide. */
  readonly #waitMs: number;
  readonly #audit: Audit;

  constructor({
    pool,
    hasher,
    audit,
    waitMs,
    now,
  }: {
    pool: pg.Pool;
    hasher: PasswordHasher;
    audit: Audit;
    /** Time in milliseconds for which an operator with a new password may not decide. */
    waitMs: number;
    now: () => Date;
  }) {
    this.#pool = pool;
    this.#now = now;
    this.#hasher = hasher;
    this.#waitMs = waitMs;
    this.#audit = audit;
  }

  /**
   * Sets the password of the operator whose link it is, and ends their sessions.
   * @returns the account
   * @throws Refused `code_wrong`, `validation`, `password_common`
   */
  async use({ code, password }: Input<'officePasswordSet'>, address: string): Promise<{ account: string }> {
    const hash = tokenHash(code);
    if (hash === undefined) throw new Refused('code_wrong');
    const found = await find(this.#pool, [hash, this.#now()]);
    if (found === undefined) throw new Refused('code_wrong');
    judgeOperatorPassword(password, found.account, 'password');
    const passwordHash = await this.#hasher.hash(password);
    await transaction(this.#pool, async (client) => {
      if ((await lockOperator(client, found.operator_id)) === undefined) throw new Refused('code_wrong');
      const at = this.#now();
      // The second of two concurrent calls finds no link.
      const link = await take(client, [hash, at]);
      if (link === undefined) throw new Refused('code_wrong');
      const id = link.operator_id;
      const waitsUntil = link.waits && this.#waitMs > 0 ? new Date(at.getTime() + this.#waitMs) : undefined;
      await changeOperator(client, { id, passwordHash, waitsUntil, now: at });
      await endSessionsOf(client, id, at);
      await this.#audit(client, {
        operator: { id },
        action: 'password_set',
        subject: { kind: 'operator', id },
        address,
      });
    });
    return { account: found.account };
  }

  /** Deletes expired links. */
  async tidy(): Promise<void> {
    await transaction(this.#pool, async (client) => {
      const { rows } = await client.query<{ operator_id: string }>(tidy([this.#now()]));
      for (const { operator_id: id } of rows) await addRowFact(client, 'operator', id);
    });
  }
}
