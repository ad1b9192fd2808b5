import { isDeepStrictEqual } from 'node:util';
import { auditShard } from '../wallet/auditor.ts';
import type { Part } from './part.ts';

type Closed = { id: string; shard: number; invariant: string; detail: unknown };

/** A closed breach must be fixed: if the auditor finds it again, it was only hidden. */
export const breachPart: Part = {
  name: 'breaches that were closed are mended',
  verify: async (on, note) => {
    const { rows } = await on.query<Closed>(
      'select id, shard, invariant, detail from audit_breach where closed_at is not null order by shard, found_at',
    );
    for (const [shard, closed] of Map.groupBy(rows, (one) => one.shard)) {
      const found = await auditShard(on, shard);
      for (const { id, invariant, detail } of closed) {
        if (found.some((one) => one.invariant === invariant && isDeepStrictEqual(one.detail, detail)))
          note(`breach ${id} of shard ${shard} was closed, and ${invariant} is still broken there`);
      }
    }
    return { rows: BigInt(rows.length) };
  },
};
