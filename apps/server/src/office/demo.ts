import type pg from 'pg';
import type { PasswordHasher } from '../accounts/index.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { changeOperator, findByAccount } from './operator-queries.ts';
import { endSessionsOf } from './session-queries.ts';

type Offered = { account: string; password: string };

/** Disables the operators of play mode while other machines can reach the server, and enables them again. */
export class DemoGuard {
  readonly #pool: pg.Pool;
  readonly #hasher: PasswordHasher;
  readonly #now: () => Date;
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
    this.#pool = pool;
    this.#hasher = hasher;
    this.#now = now;
    this.#audit = audit;
  }

  /** Whether the account is free, has the printed password, or belongs to a person by now. */
  async stateOf({ account, password }: Offered): Promise<'free' | 'offered' | 'own'> {
    const found = await findByAccount(this.#pool, account.toLowerCase());
    if (found === undefined) return 'free';
    if (found.password_hash === null) return 'own';
    return (await this.#hasher.verify(password, found.password_hash)) ? 'offered' : 'own';
  }

  /** Disables them and ends their sessions. @returns the accounts that were enabled until now */
  close(offered: readonly Offered[]): Promise<string[]> {
    return this.#set(offered, true);
  }

  /** Enables them again. @returns the accounts that were disabled until now */
  open(offered: readonly Offered[]): Promise<string[]> {
    return this.#set(offered, false);
  }

  /** Changes only operators with the printed password: a person has taken over the others. */
  async #set(offered: readonly Offered[], disabled: boolean): Promise<string[]> {
    const changed: string[] = [];
    for (const { account, password } of offered) {
      const found = await findByAccount(this.#pool, account.toLowerCase());
      if (found === undefined || (found.disabled_at !== null) === disabled) continue;
      if (found.password_hash === null || !(await this.#hasher.verify(password, found.password_hash)))
        continue;
      await transaction(this.#pool, async (client) => {
        await changeOperator(client, {
          id: found.id,
          roles: undefined,
          passwordHash: undefined,
          disabled,
          now: this.#now(),
        });
        if (disabled) await endSessionsOf(client, found.id, this.#now());
        await this.#audit(client, {
          operator: null,
          action: 'operator_changed',
          subject: { kind: 'operator', id: found.id },
          before: { disabled: !disabled },
          after: { disabled },
          detail: { demo: true },
          address: '',
        });
      });
      changed.push(account);
    }
    return changed;
  }
}
