import { dayMs } from '@touchline/contract/durations';
import { accountPattern } from '@touchline/contract/limits';
import type { Input } from '@touchline/contract/routes';
import type pg from 'pg';
import { addressKey } from '../core/http/request-origin.ts';
import { query, type Queryable } from '../core/database/database.ts';
import { newId } from '../core/ids.ts';
import type { PasswordHasher } from '../accounts/index.ts';
import { Refused } from '../core/refusal.ts';
import { columnsOf, insertInto, type Row } from '../core/database/rows.ts';
import { judgeOperatorPassword } from './password-links.ts';
import { codeHash, newCode } from './secrets.ts';

/** Lifetime of a request that no owner has proposed; a proposal gives it the lifetime of proposals. */
const openMs = dayMs;
/** Open requests from one address, and of all, so that strangers fill no table. */
const ofAddressMax = 50;
const ofAllMax = 1_000;

/** Groups of the code: 50 bits, tried by owners alone. */
const codeGroups = 2;
const accountRule = new RegExp(accountPattern);

const accessColumns = ['id', 'account', 'password_hash', 'code_hash'] as const;
type AccessRow = Row<'operator_access', (typeof accessColumns)[number]>;

const newAccess = insertInto('operator_access', [
  'id',
  'account',
  'account_folded',
  'password_hash',
  'code_hash',
  'address',
  'asked_at',
  'expires_at',
]);
const insert = query.exec('operator-access-insert', newAccess.text);
const counts = query.one<{ all: number; here: number }>(
  'operator-access-counts',
  `select count(*)::int as all, count(*) filter (where address = $1)::int as here from operator_access where expires_at > $2`,
);
const byCode = query.one<AccessRow>(
  'operator-access-by-code',
  `select ${columnsOf('operator_access', accessColumns)} from operator_access
   where code_hash = $1 and account_folded = $2 and expires_at > $3`,
);
const keep = query.exec(
  'operator-access-keep',
  'update operator_access set expires_at = greatest(expires_at, $2) where id = $1',
);
const take = query.one<AccessRow>(
  'operator-access-take',
  `delete from operator_access where id = $1 and expires_at > $2 returning ${columnsOf('operator_access', accessColumns)}`,
);

/**
 * The request that an owner proposes to let in. It is kept while the proposal is open.
 * @throws Refused `validation` without a code, `code_wrong` where it is not the code of this account
 */
export const findAccess = async (
  db: Queryable,
  { code, account, until, now }: { code: string | undefined; account: string; until: Date; now: Date },
): Promise<string> => {
  if (code === undefined || code.trim() === '')
    throw new Refused('validation', { rules: { code: 'required' } });
  const found = await byCode(db, [codeHash(code), account.toLowerCase(), now]);
  if (found === undefined) throw new Refused('code_wrong');
  await keep(db, [found.id, until]);
  return found.id;
};

/**
 * Uses up the request that was proposed, within the transaction that lets it in. The owner who applies it gives the code again, as
 * the person gave it: a request that the proposer made for that person has another code.
 * @throws Refused `validation` without a code, `code_wrong`, `outdated` where the request is gone
 */
export const takeAccess = async (
  client: Queryable,
  { id, code, now }: { id: string | undefined; code: string | undefined; now: Date },
): Promise<AccessRow> => {
  if (code === undefined || code.trim() === '')
    throw new Refused('validation', { rules: { code: 'required' } });
  const taken = id === undefined ? undefined : await take(client, [id, now]);
  if (taken === undefined) throw new Refused('outdated');
  if (!codeHash(code).equals(taken.code_hash)) throw new Refused('code_wrong');
  return taken;
};

/** How a person asks to be let into the office: with the name and the password of their choice, which no owner learns. */
export class AccessRequests {
  readonly #now: () => Date;
  readonly #pool: pg.Pool;
  readonly #hasher: PasswordHasher;

  constructor({ pool, hasher, now }: { pool: pg.Pool; hasher: PasswordHasher; now: () => Date }) {
    this.#now = now;
    this.#pool = pool;
    this.#hasher = hasher;
  }

  /**
   * Asks for access, or for a new password of the account there is; the answer does not tell which.
   * @returns the code that the person tells two owners
   * @throws Refused `validation`, `password_common`, `too_many`
   */
  async ask(
    { account, password }: Input<'officeAccessAsk'>,
    from: string,
  ): Promise<{ code: string; expiresAt: Date }> {
    if (!accountRule.test(account)) throw new Refused('validation', { rules: { account: 'account' } });
    judgeOperatorPassword(password, account, 'password');
    const [at, address] = [this.#now(), addressKey(from)];
    const expiresAt = new Date(at.getTime() + openMs);
    const row = await counts(this.#pool, [address, at]);
    if ((row?.here ?? 0) >= ofAddressMax || (row?.all ?? 0) >= ofAllMax) {
      throw new Refused('too_many', { until: expiresAt.toISOString() });
    }
    const code = newCode(codeGroups);
    await insert(
      this.#pool,
      newAccess.values({
        id: newId(),
        account,
        account_folded: account.toLowerCase(),
        password_hash: await this.#hasher.hash(password),
        code_hash: codeHash(code),
        address,
        asked_at: at,
        expires_at: expiresAt,
      }),
    );
    return { code, expiresAt };
  }

  /** Deletes expired requests. */
  async tidy(): Promise<void> {
    await this.#pool.query('delete from operator_access where expires_at <= $1', [this.#now()]);
  }
}
