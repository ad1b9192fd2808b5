import type { Hex } from './address.ts';

/** A block by its number: what it is, and what it stands on. */
export type Header = { number: bigint; hash: Hex; parentHash: Hex };

/** What a token contract says it moved. */
export type TransferLog = {
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
  /** Place among all logs of its block. */
  logIndex: number;
  /** Contract, and who received: 20 bytes, small letters. */
  token: Hex;
  to: Hex;
  /** In the smallest unit of the token. */
  value: bigint;
};

export type Receipt = {
  status: 'ok' | 'failed';
  blockNumber: bigint;
  blockHash: Hex;
  /** Transfers of any contract. */
  transfers: TransferLog[];
};

/** What the watcher asks of a chain. Every call throws ChainUnavailable when there is no answer that can be believed. */
export type ChainNode = {
  heads(): Promise<{ latest: Header; finalized: Header }>;
  /** @returns undefined when the chain is not that long */
  header(number: bigint): Promise<Header | undefined>;
  /**
   * Transfers of the tokens on the list in a range of blocks, both ends included, as far as it can be read at once.
   * @returns upTo the last block that was read
   */
  transfers(from: bigint, to: bigint): Promise<{ upTo: bigint; logs: TransferLog[] }>;
  receipt(txHash: Hex): Promise<Receipt | undefined>;
};

/** A chain does not answer, or not as a chain would. Nothing was believed; another try may go well. */
export class ChainUnavailable extends Error {}

/** A chain tells something else than it told as final. Nothing of it is credited until a person has looked. */
export class ChainContradiction extends Error {}
