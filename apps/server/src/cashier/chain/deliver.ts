import type pg from 'pg';
import { statement } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Network } from './address.ts';
import { depositColumns, readDeposit, type ChainSink, type DepositRow } from './deposit.ts';
import { takeBack } from './take-back.ts';

const untoldSelect = statement(
  'chain-untold',
  `select ${depositColumns} from chain_transfer t join chain_address a on a.address = t.address
   where t.network = $1 and t.told < t.revision and (t.tx_hash, t.log_index) > ($2, $3)
   order by t.tx_hash, t.log_index limit 50`,
);
const toldUpdate = statement(
  'chain-told',
  `update chain_transfer t set told = u.revision, delivered_at = site_now()
   from unnest($2::text[], $3::int[], $4::int[]) as u (tx_hash, log_index, revision)
   where t.network = $1 and t.tx_hash = decode(u.tx_hash, 'hex') and t.log_index = u.log_index and t.told < u.revision`,
);

/** Delivers every change that was not delivered yet. One failure does not delay the others. */
export const deliver = async (
  { pool, log, sink }: { pool: pg.Pool; log: Log; sink: ChainSink },
  network: Network,
): Promise<void> => {
  await takeBack({ pool, log, sink }, network);
  for (let after: { hash: Buffer; index: number } = { hash: Buffer.alloc(0), index: -1 }; ;) {
    const { rows } = await pool.query<DepositRow>(untoldSelect([network, after.hash, after.index]));
    const last = rows.at(-1);
    if (last === undefined) return;
    const told: DepositRow[] = [];
    for (const row of rows) {
      const { state, ...transfer } = readDeposit(row);
      try {
        await sink[state](transfer);
        told.push(row);
      } catch (error) {
        log.error(
          { err: error, network, txHash: transfer.txHash, state },
          'a deposit could not be delivered',
        );
      }
    }
    await pool.query(
      toldUpdate([
        network,
        told.map((row) => row.tx_hash.toString('hex')),
        told.map((row) => row.log_index),
        told.map((row) => row.revision),
      ]),
    );
    after = { hash: last.tx_hash, index: last.log_index };
  }
};
