import { statement } from '../../platform/database.ts';
import { depositColumns, readDeposit, type DepositRow } from './deliver.ts';
import type { Found } from './queries.ts';
import type { Reading } from './reading.ts';

const shiftedSelect = statement(
  'chain-shifted',
  `select ${depositColumns}
   from unnest($2::text[], $3::int[], $4::text[], $5::bigint[]) as u (tx_hash, log_index, recipient, micro)
   join chain_transfer t on t.network = $1 and t.tx_hash = decode(u.tx_hash, 'hex') and t.log_index = u.log_index
   join chain_address a on a.address = t.address
   where t.state <> 'final' and (t.address <> decode(u.recipient, 'hex') or t.micro <> u.micro)`,
);

/**
 * Tells recharges that what they saw is gone, where another transfer of the same transaction has come to its place among
 * the logs: in another block these may be counted from elsewhere, and two transfers change their names. Whether they know of
 * it is not asked: they may have taken it and failed to say so.
 * @param found what is about to be stored
 * @throws what the sink throws; nothing is to be stored then
 */
export const takeBack = async ({ pool, network, sink }: Reading, found: readonly Found[]): Promise<void> => {
  if (found.length === 0) return;
  const { rows } = await pool.query<DepositRow>(
    shiftedSelect([
      network,
      found.map(({ txHash }) => txHash.slice(2)),
      found.map(({ logIndex }) => logIndex),
      found.map(({ to }) => to.slice(2)),
      found.map(({ micro }) => micro),
    ]),
  );
  for (const row of rows) {
    const { state: _, ...transfer } = readDeposit(row);
    await sink.orphaned(transfer);
  }
};
