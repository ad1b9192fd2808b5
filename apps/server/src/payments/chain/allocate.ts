import type pg from 'pg';
import { query } from '../../core/database/database.ts';
import { parameters, type Row } from '../../core/database/rows.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { Network } from '../../core/config/payments.ts';
import { showAddress, toHex, type Deriver, type Hex } from './address.ts';

export type AddressOrder = { network: Network; shard: number; memberId: string; rechargeId: string };

/** The most addresses of one transaction. */
const batchMax = 200;

const counterTake = query.many<{ next: number }>(
  'chain-counter-take',
  `insert into chain_counter (xpub, next) values ($1, $2)
   on conflict (xpub) do update set next = chain_counter.next + excluded.next
   returning next`,
);
const { $, values } = parameters({
  xpub: 'text',
  watch_days: 'int',
  address: 'text[]',
  idx: 'int[]',
  network: 'text[]',
  shard: 'smallint[]',
  member_id: 'uuid[]',
  recharge_id: 'uuid[]',
});
const addressesInsert = query.exec(
  'chain-addresses-insert',
  `insert into chain_address (address, xpub, idx, shown_network, shard, member_id, recharge_id, watch_until,
     allocated_at)
   select decode(t.address, 'hex'), ${$('xpub')}, t.idx, t.network, t.shard, t.member_id, t.recharge_id,
     site_now() + ${$('watch_days')} * interval '1 day', site_now()
   from unnest(${$('address')}, ${$('idx')}, ${$('network')}, ${$('shard')}, ${$('member_id')}, ${$('recharge_id')})
     as t (address, idx, network, shard, member_id, recharge_id)
   on conflict (shard, member_id, recharge_id) do nothing`,
);
const addressesSelect = query.many<Row<'chain_address', 'recharge_id' | 'address' | 'shown_network'>>(
  'chain-addresses-of',
  `select a.recharge_id, a.address, a.shown_network from chain_address a
   join unnest($1::smallint[], $2::uuid[], $3::uuid[]) as t (shard, member_id, recharge_id)
     on a.shard = t.shard and a.member_id = t.member_id and a.recharge_id = t.recharge_id`,
);

type Waiting = { order: AddressOrder; done: (address: Hex) => void; failed: (error: unknown) => void };

/**
 * Allocates the addresses of one key. Requests during a transaction share the next one, so that the row of
 * the counter is locked once for many. A recharge that asks again gets the same address.
 */
export class Allocator {
  readonly #pool: pg.Pool;
  readonly #deriver: Deriver;
  readonly #watchDays: number;
  readonly #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(of: { pool: pg.Pool; deriver: Deriver; watchDays: number }) {
    this.#pool = of.pool;
    this.#deriver = of.deriver;
    this.#watchDays = of.watchDays;
  }

  /** @returns the address as its network writes it */
  async allocate(order: AddressOrder): Promise<string> {
    const address = await new Promise<Hex>((done, failed) => {
      this.#waiting.push({ order, done, failed });
      if (!this.#isRunning) void this.#run();
    });
    return showAddress(order.network, address);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchMax);
      try {
        const given = await this.#write(batch.map(({ order }) => order));
        for (const { order, done, failed } of batch) {
          const address = given.get(`${order.rechargeId} ${order.network}`);
          if (address === undefined) failed(new Error('The recharge has an address of the other network'));
          else done(address);
        }
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#isRunning = false;
  }

  #write(orders: readonly AddressOrder[]): Promise<Map<string, Hex>> {
    const deriver = this.#deriver;
    return withRetry(() =>
      transaction(this.#pool, async (client) => {
        const shards = orders.map(({ shard }) => shard);
        const members = orders.map(({ memberId }) => memberId);
        const recharges = orders.map(({ rechargeId }) => rechargeId);
        const counters = await counterTake(client, [deriver.id, orders.length]);
        const first = (counters[0]?.next ?? 0) - orders.length;
        const indexes = orders.map((_, i) => first + i);
        await addressesInsert(
          client,
          values({
            xpub: deriver.id,
            watch_days: this.#watchDays,
            address: indexes.map((index) => deriver.derive(index).slice(2)),
            idx: indexes,
            network: orders.map(({ network }) => network),
            shard: shards,
            member_id: members,
            recharge_id: recharges,
          }),
        );
        const rows = await addressesSelect(client, [shards, members, recharges]);
        return new Map(rows.map((row) => [`${row.recharge_id} ${row.shown_network}`, toHex(row.address)]));
      }),
    );
  }
}
