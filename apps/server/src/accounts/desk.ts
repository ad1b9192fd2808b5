import type { OpenDevice } from '@touchline/contract/shapes/account';
import type pg from 'pg';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { pageOfMembers, type MembersPage } from './find-queries.ts';
import type { MemberRow } from './queries.ts';
import { toOpenDevice } from './security/open-device.ts';
import { endSessionsOf, findOpenSessions } from './session-queries.ts';
import type { Verification } from './verification.ts';

/** Writes the office's line of the audit log, in the same transaction. */
type Within = (client: pg.PoolClient) => Promise<void>;

const whyNotLocked = async (
  client: pg.PoolClient,
  memberId: string,
  version: number,
): Promise<'outdated' | 'decided_already'> => {
  const { rows } = await client.query<{ version: number }>(
    'select lock_version as version from member where id = $1',
    [memberId],
  );
  return rows[0]?.version === version ? 'decided_already' : 'outdated';
};

/** The accounts as operators see and change them. */
export class MembersDesk {
  readonly #pool: pg.Pool;
  readonly #ended: EndedSessions;
  readonly #now: () => Date;
  readonly #latest: Verification['latest'];

  constructor({
    pool,
    ended,
    now,
    latest,
  }: {
    pool: pg.Pool;
    ended: EndedSessions;
    now: () => Date;
    latest: Verification['latest'];
  }) {
    this.#pool = pool;
    this.#ended = ended;
    this.#now = now;
    this.#latest = latest;
  }

  /** A page of the members, newest first. */
  list(page: MembersPage): Promise<{ rows: MemberRow[]; total: number }> {
    return pageOfMembers(this.#pool, page);
  }

  /** The state of the check of a member's name. */
  async identity({ id: memberId, shard, verified_at: verifiedAt }: MemberRow) {
    if (verifiedAt !== null) return { state: 'verified' as const, reason: null };
    return (await this.#latest({ shard, memberId })) ?? { state: 'none' as const, reason: null };
  }

  /** The open sessions of a member, by last use. */
  async sessions(memberId: string): Promise<Omit<OpenDevice, 'current'>[]> {
    const rows = await findOpenSessions(this.#pool, { memberId, first: memberId, now: this.#now() });
    return rows.map((row) => {
      const { current: _, ...device } = toOpenDevice(row, '');
      return device;
    });
  }

  /**
   * Locks an account, which ends its sessions and refuses new ones, or opens it again.
   * @param why for other operators; deleted when it is opened
   * @param version how often the account was locked or opened, as the operator saw it
   * @throws Refused `outdated`; `decided_already` when it is in that state already
   */
  lock(
    memberId: string,
    { version, locked, why, within }: { version: number; locked: boolean; why: string; within: Within },
  ) {
    return this.#ending(async (client) => {
      const { rowCount } = await client.query(
        `update member set locked_at = case when $2 then $4::timestamptz end, locked_why = case when $2 then $3 end,
             lock_version = lock_version + 1
           where id = $1 and (locked_at is not null) <> $2::boolean and lock_version = $5`,
        [memberId, locked, why, this.#now(), version],
      );
      if (rowCount !== 1) throw new Refused(await whyNotLocked(client, memberId, version));
      await within(client);
      return locked ? endSessionsOf(client, memberId, 'locked') : [];
    });
  }

  /** Ends all sessions of a member. */
  endSessions(memberId: string, within: Within) {
    return this.#ending(async (client) => {
      await within(client);
      return endSessionsOf(client, memberId, 'ended');
    });
  }

  async #ending(work: (client: pg.PoolClient) => Promise<string[]>): Promise<void> {
    for (const id of await transaction(this.#pool, work)) this.#ended.add(id);
  }
}
