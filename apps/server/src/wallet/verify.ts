import type { Queryable } from '../platform/database.ts';
import { shardCount } from '../platform/ids.ts';
import { auditShard } from './auditor.ts';

/** What a part of `npm run verify` looked at, and where the records disagree. */
export type Verified = { counts: Record<string, bigint>; differences: string[] };

/** Recomputes the ledger of all shards from its entries and compares it with every balance, hold and total. */
export const verifyLedger = async (on: Queryable): Promise<Verified> => {
  const counts = { wallets: 0n, operations: 0n, entries: 0n, holds: 0n, moves: 0n };
  const differences: string[] = [];
  for (let shard = 0; shard < shardCount; shard++) {
    const { rows } = await on.query<typeof counts>(
      `select (select count(*) from wallet where shard = $1::smallint) as wallets,
         (select count(*) from operation where shard = $1::smallint) as operations,
         (select count(*) from entry where shard = $1::smallint) as entries,
         (select count(*) from hold where shard = $1::smallint) as holds,
         (select count(*) from house_move where shard = $1::smallint) as moves`,
      [shard],
    );
    const [found] = rows;
    if (!found) continue;
    counts.wallets += found.wallets;
    counts.operations += found.operations;
    counts.entries += found.entries;
    counts.holds += found.holds;
    counts.moves += found.moves;
    // Only what has a wallet, an entry, an operation or a move can be wrong.
    if (Object.values(found).every((count) => count === 0n)) continue;
    for (const { invariant, detail } of await auditShard(on, shard)) {
      const facts = Object.entries(detail).map(([name, value]) => `${name} ${value ?? 'none'}`);
      differences.push(`${invariant} shard ${shard}: ${facts.join(', ')}`);
    }
  }
  return { counts, differences };
};
