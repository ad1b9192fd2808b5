import type { Queryable } from '../core/database/database.ts';
import { auditShard } from './auditor.ts';

/** Receives each difference as it is found, so that none has to be kept. */
export type DifferenceSink = (difference: string) => void;

/** What a part of `npm run verify` counted, and where the records differ, unless that was noted already. */
export type Verified = { counts: Record<string, bigint>; differences: string[] };

const tables = {
  wallets: 'wallet',
  operations: 'operation',
  entries: 'entry',
  holds: 'hold',
  moves: 'house_move',
  totals: 'house_total',
} as const;
type What = keyof typeof tables;

const countText = Object.entries(tables)
  .map(
    ([what, table]) =>
      `select '${what}' as what, shard, count(*) as rows from ${table} where shard >= 0 group by shard`,
  )
  .join(' union all ');

/**
 * Recomputes the ledger of all shards from its entries and compares it with every balance, hold and total.
 * @param note receives the differences instead of the answer
 */
export const verifyLedger = async (on: Queryable, note?: DifferenceSink): Promise<Verified> => {
  const counts: Record<What, bigint> = {
    wallets: 0n,
    operations: 0n,
    entries: 0n,
    holds: 0n,
    moves: 0n,
    totals: 0n,
  };
  const differences: string[] = [];
  const tell: DifferenceSink = note ?? ((difference) => void differences.push(difference));
  const { rows } = await on.query<{ what: What; shard: number; rows: bigint }>(countText);
  for (const { what, rows: found } of rows) counts[what] += found;
  // Only a shard with rows can be wrong.
  for (const shard of [...new Set(rows.map((row) => row.shard))].toSorted((a, b) => a - b)) {
    for (const { invariant, detail } of await auditShard(on, shard)) {
      const facts = Object.entries(detail).map(([name, value]) => `${name} ${value ?? 'none'}`);
      tell(`${invariant} shard ${shard}: ${facts.join(', ')}`);
    }
  }
  return { counts, differences };
};
