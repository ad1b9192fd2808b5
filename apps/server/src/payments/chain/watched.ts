import { statement, type Queryable } from '../../core/database/database.ts';
import { toHex, type Hex } from './address.ts';

/** How often expired addresses are dropped. */
const reloadMs = 6 * 3_600_000;

const countersSelect = statement('chain-counters', 'select xpub, next from chain_counter');
const addressesSelect = statement(
  'chain-addresses',
  'select address from chain_address where xpub = $1 and idx >= $2 and idx < $3 and watch_until > site_now()',
);

/** The watched addresses in memory: twenty bytes each, in a set. */
export type Watched = {
  has(address: Hex): boolean;
  size(): number;
  /**
   * Loads addresses allocated since, here or in another process. Call it after the heads of a chain are known
   * and before its blocks are read: payments in those blocks went to addresses that were committed before.
   */
  refresh(): Promise<void>;
};

/** @param now milliseconds, to decide when to reload */
export const createWatched = (pool: Queryable, now: () => number): Watched => {
  let addresses = new Set<Hex>();
  /** The first unknown index of each key. */
  let known = new Map<string, number>();
  let loadedAt = -Infinity;

  const takeUp = async (into: Set<Hex>, upTo: Map<string, number>): Promise<void> => {
    const { rows: counters } = await pool.query<{ xpub: string; next: number }>(countersSelect([]));
    for (const { xpub, next } of counters) {
      const from = upTo.get(xpub) ?? 0;
      if (next <= from) continue;
      const { rows } = await pool.query<{ address: Buffer }>(addressesSelect([xpub, from, next]));
      for (const { address } of rows) into.add(toHex(address));
      upTo.set(xpub, next);
    }
  };

  return {
    has: (address) => addresses.has(address),
    size: () => addresses.size,
    refresh: async () => {
      if (now() - loadedAt < reloadMs) return takeUp(addresses, known);
      const [fresh, upTo] = [new Set<Hex>(), new Map<string, number>()];
      await takeUp(fresh, upTo);
      [addresses, known, loadedAt] = [fresh, upTo, now()];
    },
  };
};
