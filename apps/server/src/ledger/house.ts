import type pg from 'pg';
import { query, type Queryable } from '../core/database/database.ts';
import { shardCount, shardOf } from '../core/ids.ts';
import { derivation, withRetry } from '../core/database/transaction.ts';
import { LedgerFault } from './ledger-fault.ts';
import type { CounterAccount } from './posting.ts';

/** A house account over all shards, in minor units; money given to members is below zero. */
export type HouseTotal = {
  account: string;
  currency: string;
  amountMinor: bigint;
  entries: bigint;
  asOf: Date;
};

/**
 * Folds the entries and house moves of finished transactions into the totals, from each shard's watermark up
 * to the oldest transaction still running. Every transaction below that one has ended and is seen by this
 * statement, and the watermark moves in the same statement, so no entry is ever missed or counted twice. Of
 * two roll-ups at once the second waits for the first's watermark (`mark`): the row its snapshot sees would
 * be the old one. $1 to $2: shards. $3: no watermark is below it; only a hint, by which the index on `tx` is
 * entered.
 */
const rollUpText = `with bound as (
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next_tx
),
mark as materialized (
  select shard, tx from house_watermark where shard between $1::smallint and $2::smallint order by shard for update
),
moved as (
  update house_watermark h
  set tx = b.tx,
    -- A long transaction holds the watermark back, and "as of" with it.
    as_of = case when b.tx = b.next_tx then site_now() when b.tx >= h.next_tx then h.next_at else h.as_of end,
    next_tx = case when b.tx >= h.next_tx then b.next_tx else h.next_tx end,
    next_at = case when b.tx >= h.next_tx then site_now() else h.next_at end
  from mark m, bound b
  where h.shard between $1::smallint and $2::smallint and h.shard = m.shard and h.tx <= b.tx
),
fold as (
  select e.shard, e.counter_account as account, e.currency, -sum(e.amount + e.held_change) as amount,
    count(*) as entries
  from mark m
  join entry e on e.shard = m.shard and e.tx >= m.tx
  where e.shard between $1::smallint and $2::smallint and e.tx >= $3::bigint and e.tx < (select tx from bound)
  group by e.shard, e.counter_account, e.currency
  union all
  select h.shard, side.account, h.currency, sum(side.amount), count(*)
  from mark m
  join house_move h on h.shard = m.shard and h.tx >= m.tx
  cross join lateral (values (h.from_account, -h.amount), (h.to_account, h.amount)) as side(account, amount)
  where h.shard between $1::smallint and $2::smallint and h.tx >= $3::bigint and h.tx < (select tx from bound)
  group by h.shard, side.account, h.currency
)
insert into house_total (shard, account, currency, amount, entries)
select shard, account, currency, sum(amount), sum(entries) from fold
group by shard, account, currency
order by shard, account, currency
on conflict (shard, account, currency) do update
set amount = house_total.amount + excluded.amount, entries = house_total.entries + excluded.entries`;

/**
 * Brings the totals of the house accounts up to date.
 * @param shards first and last shard; all of them by default
 */
export const rollUpHouse = async (
  pool: pg.Pool,
  shards: readonly [number, number] = allShards,
): Promise<void> => {
  const { rows } = await pool.query<{ tx: bigint | null }>(
    'select min(tx) as tx from house_watermark where shard between $1::smallint and $2::smallint',
    [...shards],
  );
  const from = rows[0]?.tx ?? 0n;
  // Without a name, so that the plan depends on how far back it goes.
  await withRetry(() => derivation(pool, (client) => client.query(rollUpText, [...shards, from])));
};

const allShards = [0, shardCount - 1] as const;

/**
 * @returns the accounts as last rolled up; every entry committed by `asOf` is in them, some later ones may be
 */
export const houseTotals = async (on: Queryable): Promise<HouseTotal[]> => {
  const { rows } = await on.query<TotalRow>(
    `select t.account, t.currency, sum(t.amount)::text as amount, sum(t.entries)::bigint as entries,
       (select min(as_of) from house_watermark where shard between $1::smallint and $2::smallint) as as_of
     from house_total t
     where t.shard between $1::smallint and $2::smallint
     group by t.account, t.currency
     order by t.account, t.currency`,
    [...allShards],
  );
  return rows.map((row) => ({
    account: row.account,
    currency: row.currency,
    amountMinor: BigInt(row.amount),
    entries: row.entries,
    asOf: row.as_of,
  }));
};

type TotalRow = { account: string; currency: string; amount: string; entries: bigint; as_of: Date };

type HouseAccount = Exclude<CounterAccount, 'held'>;

/** Money that moves between two house accounts: no wallet changes, and the sum is zero. */
export type HouseMove = {
  /** Made by the caller; a key moves money once only. */
  key: string;
  from: HouseAccount;
  to: HouseAccount;
  currency: string;
  /** Minor units, above zero. */
  amountMinor: bigint;
};

const move = query.exec(
  'house-move',
  `insert into house_move (shard, key, request_hash, from_account, to_account, currency, amount, at)
   values ($1, $2, $3, $4, $5, $6, $7, site_now()) on conflict do nothing`,
);
const moved = query.one<{ request_hash: string }>(
  'house-moved',
  'select request_hash from house_move where shard = $1 and key = $2',
);

/**
 * Moves money between house accounts, once per key. One row carries both sides, so there is never one without
 * the other.
 * @param on the caller's transaction, or the pool
 * @returns whether it moved now; false when it had before
 * @throws LedgerFault when the key was used for something else; RangeError for a move of zero
 */
export const moveHouse = async (one: HouseMove, on: Queryable): Promise<boolean> => {
  if (one.amountMinor <= 0n) throw new RangeError('A move of the house must move something');
  if (one.from === one.to) throw new RangeError('A move of the house needs two accounts');
  // Moves have no member, so that their key spreads them over the shards.
  const shard = shardOf(one.key);
  const hash = `${one.from} ${one.to} ${one.currency} ${one.amountMinor}`;
  const rowCount = await move(on, [shard, one.key, hash, one.from, one.to, one.currency, one.amountMinor]);
  if (rowCount === 1) return true;
  const row = await moved(on, [shard, one.key]);
  if (row?.request_hash !== hash) throw new LedgerFault(`Move ${one.key}: the key was used before`);
  return false;
};
