import { query, type Queryable } from '../../core/database/database.ts';
import { toHex, type Hex } from './address.ts';

/** How often expired addresses are dropped. */
const reloadMs = 6 * 3_600_000;

const countersSelect = query.many<{ xpub: string; next: number }>(
  'chain-counters',
  'select xpub, next from chain_counter',
);
const addressesSelect = query.many<{ address: Buffer }>(
  'chain-addresses',
  'select address from chain_address where xpub = $1 and idx >= $2 and idx < $3 and watch_until > site_now()',
);

/** The watched addresses in memory: twenty bytes each, in a set. */
export class WatchedAddresses {
  readonly #pool: Queryable;
  readonly #now: () => number;
  #addresses = new Set<Hex>();
  /** The first unknown index of each key. */
  #known = new Map<string, number>();
  #loadedAt = -Infinity;

  /** @param now milliseconds, to decide when to reload */
  constructor(pool: Queryable, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  has(address: Hex): boolean {
    return this.#addresses.has(address);
  }

  size(): number {
    return this.#addresses.size;
  }

  /**
   * Loads addresses allocated since, here or in another process. Call it after the heads of a chain are known
   * and before its blocks are read: payments in those blocks went to addresses that were committed before.
   */
  async refresh(): Promise<void> {
    if (this.#now() - this.#loadedAt < reloadMs) {
      await this.#takeUp(this.#addresses, this.#known);
      return;
    }
    const [addresses, known] = [new Set<Hex>(), new Map<string, number>()];
    await this.#takeUp(addresses, known);
    this.#addresses = addresses;
    this.#known = known;
    this.#loadedAt = this.#now();
  }

  async #takeUp(into: Set<Hex>, upTo: Map<string, number>): Promise<void> {
    const counters = await countersSelect(this.#pool);
    for (const { xpub, next } of counters) {
      const from = upTo.get(xpub) ?? 0;
      if (next <= from) continue;
      const rows = await addressesSelect(this.#pool, [xpub, from, next]);
      for (const { address } of rows) into.add(toHex(address));
      upTo.set(xpub, next);
    }
  }
}
