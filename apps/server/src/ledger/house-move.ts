import { statement, type Queryable } from '../core/database/database.ts';
import { shardOf } from '../core/ids.ts';
import { LedgerFault } from './ledger-fault.ts';
import type { CounterAccount } from './posting.ts';

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

const move = statement(
  'house-move',
  `insert into house_move (shard, key, request_hash, from_account, to_account, currency, amount, at)
   values ($1, $2, $3, $4, $5, $6, $7, site_now()) on conflict do nothing`,
);
const moved = statement('house-moved', 'select request_hash from house_move where shard = $1 and key = $2');

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
  const { rowCount } = await on.query(
    move([shard, one.key, hash, one.from, one.to, one.currency, one.amountMinor]),
  );
  if (rowCount === 1) return true;
  const { rows } = await on.query<{ request_hash: string }>(moved([shard, one.key]));
  if (rows[0]?.request_hash !== hash) throw new LedgerFault(`Move ${one.key}: the key was used before`);
  return false;
};
