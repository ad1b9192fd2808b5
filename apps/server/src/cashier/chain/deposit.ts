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
  /** In no block any more. It may be seen again in another; it may also never have been told of. */
  orphaned(transfer: DepositTransfer): Promise<void>;
};

export type TransferState = 'seen' | 'final' | 'orphaned';
const isTransferState = (text: string): text is TransferState =>
  text === 'seen' || text === 'final' || text === 'orphaned';
const isNetwork = (text: string): text is Network => text === 'usdt-trc20' || text === 'usdt-erc20';

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
