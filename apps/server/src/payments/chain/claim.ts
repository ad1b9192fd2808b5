import type pg from 'pg';
import { query } from '../../core/database/database.ts';
import { transaction } from '../../core/database/transaction.ts';
import { toBytes, toHex, type Hex } from './address.ts';
import {
  depositColumns,
  readDeposit,
  type DepositRow,
  type DepositTransfer,
  type TransferState,
} from './deposit.ts';
import type { TransferLog } from './node.ts';
import { depositsOf, type ChainQuestion } from './reading.ts';
import { storeTransfers } from './take-back.ts';

/** The result of looking up a transaction that a member claims to have paid with. */
export type ClaimedTransaction =
  | { found: false }
  | {
      found: true;
      status: 'failed' | 'ok';
      /** It moved an unsupported token to one of our addresses. */
      unknownToken: boolean;
      /** Its transfers to our addresses, of any member. */
      transfers: (DepositTransfer & { state: TransferState })[];
    };

const ownSelect = query.many<{ address: Buffer }>(
  'chain-own-addresses',
  `select address from chain_address where address in (select decode(t, 'hex') from unnest($1::text[]) as t)`,
);
const transfersSelect = query.many<DepositRow>(
  'chain-transfers-of',
  `select ${depositColumns} from chain_transfer t join chain_address a on a.address = t.address
   where t.network = $1 and t.tx_hash = $2 order by t.log_index`,
);

/** The receivers that are addresses of recharges, also when they are no longer watched. */
export const ownAddresses = async (pool: pg.Pool, logs: readonly TransferLog[]): Promise<Set<Hex>> => {
  const receivers = [...new Set(logs.map(({ to }) => to.slice(2)))];
  const rows = await ownSelect(pool, [receivers]);
  return new Set(rows.map(({ address }) => toHex(address)));
};

/**
 * Looks a transaction up by its hash. Its deposits are stored as seen, so that one the watcher could not find
 * (the address was no longer watched, a node had lost its logs) is confirmed like every other.
 * @param text as a person wrote it, with or without 0x; a malformed hash is not found
 * @throws ChainUnavailable
 */
export const lookUp = async (rail: ChainQuestion, text: string): Promise<ClaimedTransaction> => {
  const [, digits] = /^\s*(?:0x)?([0-9a-fA-F]{64})\s*$/.exec(text) ?? [];
  if (digits === undefined) return { found: false };
  const txHash: Hex = `0x${digits.toLowerCase()}`;
  const { node, network, pool, tokens } = rail;
  const receipt = await node.receipt(txHash);
  if (receipt === undefined) return { found: false };
  if (receipt.status === 'failed')
    return { found: true, status: 'failed', unknownToken: false, transfers: [] };

  const own = await ownAddresses(pool, receipt.transfers);
  const unknownToken = receipt.transfers.some(
    ({ to, token, value }) => own.has(to) && !tokens.has(token) && value > 0n,
  );
  // From the list of logs and not from the receipt, so that their places are counted in one way.
  const { logs } = await node.transfers(receipt.blockNumber, receipt.blockNumber);
  const ofIt = logs.filter((each) => each.txHash === txHash && each.blockHash === receipt.blockHash);
  const found = depositsOf({ ...rail, watched: own }, ofIt);
  await transaction(pool, (client) => storeTransfers(client, network, found));
  const rows = await transfersSelect(pool, [network, toBytes(txHash)]);
  return { found: true, status: 'ok', unknownToken, transfers: rows.map(readDeposit) };
};
