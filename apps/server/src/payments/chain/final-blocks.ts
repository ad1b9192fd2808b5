import { ChainContradiction, ChainUnavailable, type Header, type TransactionReceipt } from './node.ts';
import { resolveTransfers, selectUnconfirmed, type Cursor, type Found, type Unconfirmed } from './queries.ts';
import { depositsOf, headerAt, takeStep, toMicro, type ReadingRound } from './reading.ts';
import { storeTransfers } from './take-back.ts';

/**
 * Reads the blocks that have become final, each a second time after the head of the chain, so that a node
 * that lagged behind or disagreed then cannot hide a deposit.
 * @param finalized the newest final block
 * @returns the cursor there
 * @throws ChainContradiction when the chain does not continue what was final before
 */
export const readFinalBlocks = async (
  reading: ReadingRound,
  from: Cursor,
  finalized: Header,
): Promise<Cursor> => {
  let cursor = from;
  if (finalized.number === cursor.finalized && finalized.hash !== cursor.finalizedHash) {
    throw new ChainContradiction(`Block ${finalized.number} was final and is another now`);
  }
  while (cursor.finalized < finalized.number) {
    const first = await headerAt(reading, cursor.finalized + 1n);
    if (first.parentHash !== cursor.finalizedHash) {
      throw new ChainContradiction(`Block ${first.number} does not stand on the final one before it`);
    }
    const { upTo, logs } = await reading.node.transfers(first.number, finalized.number);
    const found = depositsOf(reading, logs);
    await checkBlocks(reading, found);
    const end = upTo === finalized.number ? finalized : await headerAt(reading, upTo);
    const scanned = cursor.scanned > upTo ? cursor.scanned : upTo;
    cursor = await takeStep(
      reading,
      cursor,
      { finalized: upTo, finalizedHash: end.hash, scanned },
      (client) => storeTransfers(client, reading.network, found),
    );
  }
  return cursor;
};

/**
 * The blocks of transfers must be those of the chain: logs of a node on another branch are not taken as
 * final.
 */
const checkBlocks = async (reading: ReadingRound, found: readonly Found[]): Promise<void> => {
  const hashes = new Map(found.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]));
  for (const [number, hash] of hashes) {
    const header = await headerAt(reading, number);
    if (header.hash !== hash) throw new ChainUnavailable(`Logs of another block ${number}`);
  }
};

/**
 * Settles transfers in final blocks: the block must still be the one they were seen in, and the receipt must
 * say that the transaction succeeded and made this very transfer. Doubtful ones wait.
 */
export const confirmTransfers = async (reading: ReadingRound, cursor: Cursor): Promise<void> => {
  for (let last: Unconfirmed | undefined; ;) {
    const waiting = await selectUnconfirmed(reading.pool, reading.network, cursor.finalized, last);
    last = waiting.at(-1);
    if (last === undefined) return;
    const verdicts: Record<'final' | 'orphaned', Unconfirmed[]> = { final: [], orphaned: [] };
    try {
      for (const transfer of waiting) {
        const verdict = await judge(reading, transfer);
        if (verdict !== 'doubt') verdicts[verdict].push(transfer);
        else {
          const { network, log } = reading;
          log.warn({ network, txHash: transfer.txHash }, 'a final deposit cannot be confirmed');
        }
      }
    } finally {
      // Also when the chain stops answering in between: the ones before are settled.
      await resolveTransfers(reading.pool, reading.network, verdicts.final, 'final');
      await resolveTransfers(reading.pool, reading.network, verdicts.orphaned, 'orphaned');
    }
  }
};

const judge = async (
  reading: ReadingRound,
  transfer: Unconfirmed,
): Promise<'final' | 'orphaned' | 'doubt'> => {
  const block = await reading.node.header(transfer.blockNumber);
  if (block === undefined) return 'doubt';
  if (block.hash !== transfer.blockHash) return 'orphaned';
  const receipt = await reading.node.receipt(transfer.txHash);
  return receipt !== undefined && isProof(reading, receipt, transfer) ? 'final' : 'doubt';
};

/** Places among the logs are not compared: nodes of TRON have counted them differently in receipts. */
const isProof = (
  { tokens }: ReadingRound,
  receipt: TransactionReceipt,
  { token, to, micro, blockHash }: Unconfirmed,
): boolean => {
  const decimals = tokens.get(token);
  return (
    decimals !== undefined &&
    receipt.status === 'ok' &&
    receipt.blockHash === blockHash &&
    receipt.transfers.some((t) => t.token === token && t.to === to && toMicro(t.value, decimals) === micro)
  );
};
