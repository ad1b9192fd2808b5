import type { Hex } from './address.ts';
import { ChainUnavailable, type Header, type TransferLog } from './node.ts';
import {
  deleteBlocks,
  insertBlocks,
  orphanTransfersAbove,
  orphanTransfersReplaced,
  selectBlocks,
  type Block,
  type Cursor,
} from './queries.ts';
import { depositsOf, headerAt, takeStep, type ReadingRound } from './reading.ts';
import { storeTransfers } from './take-back.ts';

/** Blocks at the head that are read again: a node may announce a block before all its logs. */
const overlap = 5n;
/** The most blocks at the head that are read before they are final; older ones wait for that. */
const headMax = 256n;

/**
 * Reads the blocks that are not final yet, so that a deposit is seen before it counts. Replaced blocks are
 * found by their hashes, and their transfers are orphaned.
 * @throws ChainUnavailable when the chain changed during the read
 */
export const readNewBlocks = async (reading: ReadingRound, from: Cursor, latest: Header): Promise<Cursor> => {
  const { network, pool } = reading;
  if (latest.number <= from.finalized) return from;
  const stored = await selectBlocks(pool, network, from.finalized);
  const top = stored[0];
  if (top?.number === latest.number && top.hash === latest.hash) return from;
  // A node that is behind answers with a known block: nothing was replaced, and there is nothing new.
  if (stored.some(({ number, hash }) => number === latest.number && hash === latest.hash)) return from;

  const final: Block = { number: from.finalized, hash: from.finalizedHash };
  const fork = (await findFork(reading, stored, latest)) ?? final;
  let cursor = from;
  if (top !== undefined && fork.number < top.number) {
    cursor = await takeStep(reading, cursor, { scanned: fork.number }, async (client) => {
      await deleteBlocks(client, network, { above: fork.number, upTo: from.finalized });
      await orphanTransfersAbove(client, network, fork.number);
    });
  }
  const headers = await linked(reading, fork, latest);
  const hashes = new Map([...stored.filter(({ number }) => number <= fork.number), ...headers].map(byNumber));
  const logs = await readLogs(reading, firstToRead(from, fork, latest), latest.number, hashes);
  const found = depositsOf(reading, logs);
  return takeStep(reading, cursor, { scanned: latest.number }, async (client) => {
    await deleteBlocks(client, network, { above: fork.number, upTo: from.finalized });
    await insertBlocks(client, network, headers);
    await orphanTransfersReplaced(client, network);
    await storeTransfers(client, network, found);
  });
};

const byNumber = ({ number, hash }: Block): [bigint, Hex] => [number, hash];

/** The newest stored block that is still in the chain; undefined when none is. */
const findFork = async (
  reading: ReadingRound,
  stored: readonly Block[],
  latest: Header,
): Promise<Block | undefined> => {
  for (const block of stored) {
    if (block.number >= latest.number) continue;
    if ((await headerAt(reading, block.number)).hash === block.hash) return block;
  }
  return undefined;
};

/** The blocks above the fork up to the newest, each linked to the one before. */
const linked = async (reading: ReadingRound, fork: Block, latest: Header): Promise<Header[]> => {
  const isCut = latest.number - fork.number > headMax;
  const first = isCut ? latest.number - headMax + 1n : fork.number + 1n;
  const headers: Header[] = [];
  let below = isCut ? undefined : fork.hash;
  for (let number = first; number <= latest.number; number++) {
    const header = number === latest.number ? latest : await headerAt(reading, number);
    if (below !== undefined && header.parentHash !== below) throw changed(number);
    headers.push(header);
    below = header.hash;
  }
  return headers;
};

const firstToRead = ({ finalized }: Cursor, fork: Block, { number: latest }: Header): bigint =>
  [finalized + 1n, latest - headMax + 1n, fork.number + 1n - overlap].reduce((a, b) => {
    return a > b ? a : b;
  });

/** Logs of blocks with known hashes; logs of other blocks are discarded. */
const readLogs = async (
  { node }: ReadingRound,
  first: bigint,
  last: bigint,
  hashes: ReadonlyMap<bigint, Hex>,
): Promise<TransferLog[]> => {
  const all: TransferLog[] = [];
  for (let from = first; from <= last;) {
    const { upTo, logs } = await node.transfers(from, last);
    for (const { blockNumber, blockHash } of logs) {
      const known = hashes.get(blockNumber);
      if (known !== undefined && known !== blockHash) throw changed(blockNumber);
    }
    all.push(...logs);
    from = upTo + 1n;
  }
  return all;
};

const changed = (number: bigint): ChainUnavailable =>
  new ChainUnavailable(`Block ${number} changed while the chain was read`);
