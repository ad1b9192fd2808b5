import { dayMs } from '@touchline/contract/durations';
import { accountPattern } from '@touchline/contract/limits';
import type { Input } from '@touchline/contract/routes';
import type { OperatorRole } from '@touchline/contract/shapes/office';
import type pg from 'pg';
import { newId } from '../core/ids.ts';
import type { PasswordHasher } from '../accounts/index.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { isFirstOpen, offerFirst, takeFirst } from './first-queries.ts';
import { findOperator, insertOperator, type OperatorRow } from './operator-queries.ts';
import { judgeOperatorPassword } from './password-links.ts';
import { newToken, tokenHash } from './secrets.ts';

/** All roles but the auditor's, because an operator should not audit their own work. */
const firstRoles: readonly OperatorRole[] = ['owner', 'trader', 'cashier', 'support', 'content'];
/** Lifetime of the link. */
const offeredMs = dayMs;

const accountRule = new RegExp(accountPattern);
/** Creates the first owner of a site by a code that the server prints at its start and that works once. */
export class FirstOwner {
  readonly #now: () => Date;
  readonly #pool: pg.Pool;
  readonly #hasher: PasswordHasher;
  readonly #audit: Audit;

  constructor({
    pool,
    hasher,
    audit,
    now,
  }: {
    pool: pg.Pool;
    hasher: PasswordHasher;
    audit: Audit;
    now: () => Date;
  }) {
    this.#now = now;
    this.#pool = pool;
    this.#hasher = hasher;
    this.#audit = audit;
  }

  /**
   * Replaces the code by a new one. The database has its hash.
   * @returns undefined where there is any operator
   */
  async offer(): Promise<string | undefined> {
    const { token: code, hash: codeHash } = newToken();
    const expiresAt = new Date(this.#now().getTime() + offeredMs);
    return (await offerFirst(this.#pool, { codeHash, expiresAt })) ? code : undefined;
  }

  /**
   * Makes the first owner, with the password they chose.
   * @throws Refused `code_wrong`, `validation`, `password_common`
   */
  async use({ code, account, password }: Input<'officeFirst'>, address: string): Promise<OperatorRow> {
    const codeHash = tokenHash(code);
    if (codeHash === undefined) throw new Refused('code_wrong');
    if (!accountRule.test(account)) throw new Refused('validation', { rules: { account: 'account' } });
    if (!(await isFirstOpen(this.#pool, { codeHash, now: this.#now() }))) throw new Refused('code_wrong');
    judgeOperatorPassword(password, account, 'password');
    const id = newId();
    const passwordHash = await this.#hasher.hash(password);
    return transaction(this.#pool, async (client) => {
      // The code is used up first, so that the second of two concurrent calls waits here and finds none.
      if (!(await takeFirst(client, { codeHash, now: this.#now() }))) throw new Refused('code_wrong');
      const added = await insertOperator(client, {
        id,
        account,
        accountFolded: account.toLowerCase(),
        passwordHash,
        roles: firstRoles,
        now: this.#now(),
        createdBy: null,
        waitsUntil: null,
      });
      if (!added) throw new Refused('code_wrong');
      await this.#audit(client, {
        operator: null,
        action: 'operator_added',
        subject: { kind: 'operator', id },
        after: { account, roles: firstRoles },
        detail: { first: true },
        address,
      });
      const made = await findOperator(client, id);
      if (made === undefined) throw new Error('An operator that was just written is gone');
      return made;
    });
  }
}
