import { columnsOf, type Row } from '../../core/database/rows.ts';
import type { Network } from '../../core/config/payments.ts';
import { toHex } from './address.ts';

/** A transfer to the address of a recharge. */
export type DepositTransfer = {
  /** The network it was made on, and the one shown to the member. */
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
 * Receives transfers. Each is delivered at least once in its latest state; states between may be left out, so
 * that `final` may come without `seen`. After an exception it is delivered again in the next round.
 */
export type ChainSink = {
  /** In a block that can still be replaced: not to be credited. */
  seen(transfer: DepositTransfer): Promise<void>;
  /** In a final block, the only state to credit; once by network, hash and place among the logs. */
  final(transfer: DepositTransfer): Promise<void>;
  /** In no block any more. It may be seen again in another; it may also never have been delivered before. */
  orphaned(transfer: DepositTransfer): Promise<void>;
};

export type TransferState = Row<'chain_transfer'>['state'];

const transferColumns = [
  'network',
  'tx_hash',
  'log_index',
  'block_number',
  'micro',
  'state',
  'revision',
] as const;
const addressColumns = ['shown_network', 'shard', 'member_id', 'recharge_id'] as const;
/** A transfer with the recharge of its address. */
export type DepositRow = Row<'chain_transfer', (typeof transferColumns)[number]> &
  Row<'chain_address', (typeof addressColumns)[number]>;
/** Its columns, of `chain_transfer t` and `chain_address a`. */
export const depositColumns = `${columnsOf('chain_transfer', transferColumns, 't')},
  ${columnsOf('chain_address', addressColumns, 'a')}`;

export const readDeposit = (row: DepositRow): DepositTransfer & { state: TransferState } => {
  const { network, shown_network: shownNetwork, state } = row;
  return {
    network,
    shownNetwork,
    state,
    txHash: toHex(row.tx_hash),
    logIndex: row.log_index,
    blockNumber: row.block_number,
    micro: row.micro,
    shard: row.shard,
    memberId: row.member_id,
    rechargeId: row.recharge_id,
  };
};
