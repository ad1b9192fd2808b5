import type { Hex } from './address.ts';

/** A block by its number, with its parent. */
export type Header = { number: bigint; hash: Hex; parentHash: Hex };

/** A transfer as its token contract logs it. */
export type TransferLog = {
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
  /** Place among all logs of its block. */
  logIndex: number;
  /** Contract, and receiver: 20 bytes, small letters. */
  token: Hex;
  to: Hex;
  /** In the smallest unit of the token. */
  value: bigint;
};

export type TransactionReceipt = {
  status: 'ok' | 'failed';
  blockNumber: bigint;
  blockHash: Hex;
  /** Transfers of any contract. */
  transfers: TransferLog[];
};

/**
 * The queries of the watcher to a chain. Every call throws ChainUnavailable when there is no credible answer.
 */
export type ChainNode = {
  heads(): Promise<{ latest: Header; finalized: Header }>;
  /** @returns undefined when the chain is not that long */
  header(number: bigint): Promise<Header | undefined>;
  /**
   * Transfers of the listed tokens in a range of blocks, both ends included, as far as one answer goes.
   * @returns upTo the last block that was read
   */
  transfers(from: bigint, to: bigint): Promise<{ upTo: bigint; logs: TransferLog[] }>;
  receipt(txHash: Hex): Promise<TransactionReceipt | undefined>;
};

/** What an address had of each token, in its smallest unit, and as of which block. */
export type Holding = { block: Pick<Header, 'number' | 'hash'>; amounts: ReadonlyMap<Hex, bigint> };

/** A node that is asked for balances too. */
export type BalanceNode = ChainNode & {
  /** What an address holds of the listed tokens. */
  holding(owner: Hex): Promise<Holding>;
};

/** A chain does not answer, or not credibly. Nothing was stored; another try may succeed. */
export class ChainUnavailable extends Error {}

/** A chain contradicts what was final. None of it is credited until a person has looked. */
export class ChainContradiction extends Error {}
