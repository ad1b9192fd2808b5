import type pg from 'pg';
import { query, type Queryable } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import type { Network } from '../../core/config/payments.ts';
import { readDeposit, type ChainSink, type DepositRow } from './deposit.ts';
import { upsertTransfers, type Found } from './queries.ts';

const shiftedInsert = query.exec(
  'chain-take-back',
  `insert into chain_taken_back (network, tx_hash, log_index, block_hash, block_number, address, micro)
   select t.network, t.tx_hash, t.log_index, t.block_hash, t.block_number, t.address, t.micro
   from unnest($1::text[], $2::int[], $3::text[], $4::bigint[]) as u (tx_hash, log_index, recipient, micro)
   join chain_transfer t on t.network = $5 and t.tx_hash = decode(u.tx_hash, 'hex') and t.log_index = u.log_index
   where t.state <> 'final' and (t.address <> decode(u.recipient, 'hex') or t.micro <> u.micro)
   on conflict do nothing`,
);
const takenBackSelect = query.many<DepositRow & { block_hash: Buffer }>(
  'chain-taken-back',
  `select t.network, t.tx_hash, t.log_index, t.block_hash, t.block_number, t.micro, 'orphaned' as state, 0 as revision,
     a.shown_network, a.shard, a.member_id, a.recharge_id
   from chain_taken_back t join chain_address a on a.address = t.address where t.network = $1`,
);
const takenBackDelete = query.exec(
  'chain-taken-back-delete',
  'delete from chain_taken_back where network = $1 and tx_hash = $2 and log_index = $3 and block_hash = $4',
);

/**
 * Stores transfers as seen; call it in a transaction. Transfers whose rows are replaced by others of the same
 * transaction are recorded first: in another block logs may be counted from elsewhere, and two transfers swap
 * their names. A recharge may have accepted one and failed to confirm it, so that is not checked.
 */
export const storeTransfers = async (
  to: Queryable,
  network: Network,
  found: readonly Found[],
): Promise<void> => {
  if (found.length === 0) return;
  await shiftedInsert(to, [
    found.map(({ txHash }) => txHash.slice(2)),
    found.map(({ logIndex }) => logIndex),
    found.map(({ to: recipient }) => recipient.slice(2)),
    found.map(({ micro }) => micro),
    network,
  ]);
  await upsertTransfers(to, network, found);
};

/** Notifies recharges that a transfer they may have seen is gone. */
export const takeBack = async (
  { pool, log, sink }: { pool: pg.Pool; log: Log; sink: ChainSink },
  network: Network,
): Promise<void> => {
  const rows = await takenBackSelect(pool, [network]);
  for (const row of rows) {
    const { state: _, ...transfer } = readDeposit(row);
    try {
      await sink.orphaned(transfer);
      await takenBackDelete(pool, [network, row.tx_hash, row.log_index, row.block_hash]);
    } catch (error) {
      log.error({ err: error, network, txHash: transfer.txHash }, 'a deposit could not be taken back');
    }
  }
};
