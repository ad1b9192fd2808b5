import type { Input } from '@touchline/contract/routes';
import type { OfficeSession } from '@touchline/contract/shapes/office-sign-in';
import type pg from 'pg';
import { deviceOf } from '../accounts/index.ts';
import { isId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import type { Who } from './own-account.ts';
import { endOtherSessions, endOwnSession, findSessions, type OperatorSessionRow } from './session-queries.ts';
import { usedSince } from './sign-in.ts';

const toWire = (row: OperatorSessionRow, currentId: string): OfficeSession => ({
  id: row.id,
  current: row.id === currentId,
  ...deviceOf(row.user_agent),
  address: row.address,
  proven: row.proven,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
});

/** The sessions of an operator, as they see and end them. */
export class OwnSessions {
  readonly #pool: pg.Pool;
  readonly #now: () => Date;
  readonly #audit: Audit;

  constructor({ pool, audit, now }: { pool: pg.Pool; audit: Audit; now: () => Date }) {
    this.#pool = pool;
    this.#now = now;
    this.#audit = audit;
  }

  async list(who: Who): Promise<{ list: OfficeSession[] }> {
    return {
      list: (await this.#rowsOf(who)).map((row) => toWire(row, who.operator.sessionId)),
    };
  }

  /** The time when the session of the call ends at the latest. */
  async expiresAt(who: Who): Promise<Date> {
    const [current] = await this.#rowsOf(who);
    if (current?.id !== who.operator.sessionId) throw new Refused('sign_in');
    return current.expires_at;
  }

  /**
   * Ends one session, or all but the one of the call.
   * @throws Refused `not_found`, `validation` where it is not said which
   */
  async end({ id, others }: Input<'officeSessionEnd'>, who: Who) {
    if ((id === undefined) === (others === undefined)) {
      throw new Refused('validation', { rules: { id: 'one_of' } });
    }
    const { operator, address } = who;
    const line = { operator, address, action: 'session_ended' } as const;
    const subject = { kind: 'operator' as const, id: operator.id };
    await transaction(this.#pool, async (client) => {
      const at = this.#now();
      if (id === undefined) {
        const ended = await endOtherSessions(client, {
          operatorId: operator.id,
          except: operator.sessionId,
          now: at,
          usedSince: usedSince(at),
        });
        if (ended > 0) await this.#audit(client, { ...line, subject, detail: { sessions: ended } });
        return;
      }
      const ended = isId(id) && (await endOwnSession(client, { id, operatorId: operator.id, now: at }));
      if (!ended) throw new Refused('not_found');
      await this.#audit(client, { ...line, subject, detail: { session: id } });
    });
    return this.list(who);
  }

  #rowsOf({ operator }: Pick<Who, 'operator'>): Promise<OperatorSessionRow[]> {
    return findSessions(this.#pool, {
      operatorId: operator.id,
      current: operator.sessionId,
      now: this.#now(),
      usedSince: usedSince(this.#now()),
    });
  }
}
