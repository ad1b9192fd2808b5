import type pg from 'pg';
import type { Queryable } from '../core/database/database.ts';
import { newId, shardCount } from '../core/ids.ts';
import { auditChecks, type AuditCheck } from './audit-checks.ts';

/** A place where the ledger breaks a rule. */
export type Breach = {
  shard: number;
  invariant: AuditCheck['invariant'];
  detail: Record<string, string | null>;
};

/** Maximum number of breaches recorded for one check: what is broken everywhere need not be listed everywhere. */
const perCheck = 20;

/**
 * Checks I1 to I7 of a shard. Each check is one statement and so sees whole operations only.
 * @param sinceTx check the wallets as they are and what has moved since this transaction, but not the whole history;
 *   by default everything is checked
 */
export const auditShard = async (on: Queryable, shard: number, sinceTx?: bigint): Promise<Breach[]> => {
  const breaches: Breach[] = [];
  for (const check of auditChecks) {
    if (check.reads === 'history' && sinceTx !== undefined) continue;
    const { rows } = await on.query<Pick<Breach, 'detail'>>(
      `${check.text} limit ${perCheck}`,
      check.reads === 'moved' ? [shard, sinceTx ?? 0n] : [shard],
    );
    breaches.push(...rows.map(({ detail }) => ({ shard, invariant: check.invariant, detail })));
  }
  return breaches;
};

/** Records breaches, each once while it is open. */
export const recordBreaches = async (on: Queryable, breaches: readonly Breach[]): Promise<void> => {
  if (breaches.length === 0) return;
  await on.query(
    `insert into audit_breach (id, shard, invariant, detail, found_at)
     select b.id, b.shard, b.invariant, b.detail, site_now()
     from unnest($1::uuid[], $2::smallint[], $3::text[], $4::jsonb[]) as b(id, shard, invariant, detail)
     where not exists (
       select from audit_breach a
       where a.shard = b.shard and a.closed_at is null and a.invariant = b.invariant and a.detail = b.detail)`,
    [
      breaches.map(() => newId()),
      breaches.map((one) => one.shard),
      breaches.map((one) => one.invariant),
      breaches.map((one) => JSON.stringify(one.detail)),
    ],
  );
};

/** Whether a breach of this shard is open: its withdrawals must wait. */
export const hasOpenBreach = async (on: Queryable, shard: number): Promise<boolean> => {
  const { rows } = await on.query(
    'select from audit_breach where shard = $1::smallint and closed_at is null limit 1',
    [shard],
  );
  return rows.length > 0;
};

export type Auditor = {
  /** Audits the next shard: whole the first time, then what has moved since; records and returns the breaches. */
  next(): Promise<Breach[]>;
};

const allShards = Array.from({ length: shardCount }, (_, shard) => shard);

/**
 * Walks the shards without end, one with each call of `next`.
 * @param shards those to walk; all by default
 */
export const createAuditor = (pool: pg.Pool, shards: readonly number[] = allShards): Auditor => {
  const audited = new Map<number, bigint>();
  let turn = 0;
  return {
    next: async () => {
      const current = shards[turn++ % shards.length];
      if (current === undefined) return [];
      // Transactions that are still running are checked again the next time.
      const { rows } = await pool.query<{ tx: bigint }>(
        'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx',
      );
      const breaches = await auditShard(pool, current, audited.get(current));
      await recordBreaches(pool, breaches);
      if (breaches.length === 0) audited.set(current, rows[0]?.tx ?? 0n);
      return breaches;
    },
  };
};
