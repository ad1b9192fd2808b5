import type pg from 'pg';
import { statement } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { toHex, type Network } from './address.ts';

/** A transfer to the address of a recharge. */
export type DepositTransfer = {
  /** Where it was made, and where the member was asked to make it. */
  network: Network;
  shownNetwork: Network;
  txHash: string;
  logIndex: number;
  blockNumber: bigint;
  /** Millionths of a dollar. */
  micro: bigint;
  shard: number;
  memberId: string;
  rechargeId: string;
};

/**
 * Who wants to know of transfers. Each is told of at least once for what it has last become; steps between may be left out,
 * so that `final` may come without `seen`. What throws is told again in the next round.
 */
export type ChainSink = {
  /** In a block that can still be replaced: not to be credited. */
  seen(transfer: DepositTransfer): Promise<void>;
  /** In a final block, which is the only thing to credit on; by network, hash and place among the logs, once. */
  final(transfer: DepositTransfer): Promise<void>;
  /** In no block any more. It may be seen again in another. */
  orphaned(transfer: DepositTransfer): Promise<void>;
};

export type TransferState = 'seen' | 'final' | 'orphaned';
export const isTransferState = (text: string): text is TransferState =>
  text === 'seen' || text === 'final' || text === 'orphaned';
export const isNetwork = (text: string): text is Network => text === 'usdt-trc20' || text === 'usdt-erc20';

/** A transfer as its statements select it, with whose it is. */
export type DepositRow = {
  network: string;
  tx_hash: Buffer;
  log_index: number;
  block_number: bigint;
  micro: bigint;
  state: string;
  revision: number;
  shown_network: string;
  shard: number;
  member_id: string;
  recharge_id: string;
};
export const depositColumns = `t.network, t.tx_hash, t.log_index, t.block_number, t.micro, t.state, t.revision,
  a.shown_network, a.shard, a.member_id, a.recharge_id`;

export const readDeposit = (row: DepositRow): DepositTransfer & { state: TransferState } => {
  const { network, shown_network: shownNetwork, state } = row;
  if (!isNetwork(network) || !isNetwork(shownNetwork) || !isTransferState(state)) {
    throw new Error(`Not a transfer: ${network} ${shownNetwork} ${state}`);
  }
  return {
    ...{ network, shownNetwork, state },
    txHash: toHex(row.tx_hash),
    logIndex: row.log_index,
    blockNumber: row.block_number,
    micro: row.micro,
    shard: row.shard,
    memberId: row.member_id,
    rechargeId: row.recharge_id,
  };
};

const untoldSelect = statement(
  'chain-untold',
  `select ${depositColumns} from chain_transfer t join chain_address a on a.address = t.address
   where t.network = $1 and t.told < t.revision and (t.tx_hash, t.log_index) > ($2, $3)
   order by t.tx_hash, t.log_index limit 200`,
);
const toldUpdate = statement(
  'chain-told',
  `update chain_transfer set told = $4, delivered_at = now()
   where network = $1 and tx_hash = $2 and log_index = $3 and told < $4`,
);

/** Tells of every change that was not told yet. One that cannot be told does not keep the others back. */
export const deliver = async (
  { pool, log, sink }: { pool: pg.Pool; log: Log; sink: ChainSink },
  network: Network,
): Promise<void> => {
  for (let after: { hash: Buffer; index: number } = { hash: Buffer.alloc(0), index: -1 }; ;) {
    const { rows } = await pool.query<DepositRow>(untoldSelect([network, after.hash, after.index]));
    for (const row of rows) {
      const { state, ...transfer } = readDeposit(row);
      try {
        await sink[state](transfer);
        await pool.query(toldUpdate([network, row.tx_hash, row.log_index, row.revision]));
      } catch (error) {
        log.error(
          { err: error, network, txHash: transfer.txHash, state },
          'a deposit could not be delivered',
        );
      }
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { hash: last.tx_hash, index: last.log_index };
  }
};
