import type pg from 'pg';
import type { Log } from '../../core/logging/log.ts';
import { transaction } from '../../core/database/transaction.ts';
import type { Network } from '../../core/config/payments.ts';
import type { Hex } from './address.ts';
import { ChainUnavailable, type ChainNode, type Header, type TransferLog } from './node.ts';
import { takeLead, updateCursor, type Cursor, type Found } from './queries.ts';
import type { WatchedAddresses } from './watched.ts';

/** A network as the watcher reads it. */
export type WatchedNetwork = {
  network: Network;
  node: ChainNode;
  /** The contracts whose transfers count, with their decimals. */
  tokens: ReadonlyMap<Hex, number>;
};

/** All that a round needs. */
export type ReadingRound = WatchedNetwork & {
  pool: pg.Pool;
  log: Log;
  watched: Pick<WatchedAddresses, 'has'>;
  /** The process that reads. */
  owner: string;
};

/** The part that a single question needs. */
export type ChainQuestion = WatchedNetwork & Pick<ReadingRound, 'pool' | 'log'>;

/** How long a process leads without renewing; others take over after that. */
export const leadMs = 60_000;

/** Millionths of a dollar have this many decimals. */
const microDecimals = 6;
const microMax = 2n ** 63n - 1n;

/**
 * An amount of a token in millionths; a smaller remainder is not credited.
 * @param value in the smallest unit of the token
 */
export const toMicro = (value: bigint, decimals: number): bigint =>
  decimals <= microDecimals
    ? value * 10n ** BigInt(microDecimals - decimals)
    : value / 10n ** BigInt(decimals - microDecimals);

/** The deposits among the logs: to a watched address, of a listed token, above zero. */
export const depositsOf = (
  { tokens, watched, log, network }: Omit<ReadingRound, 'node' | 'pool' | 'owner'>,
  logs: readonly TransferLog[],
): Found[] =>
  logs.flatMap(({ value, ...transfer }) => {
    const decimals = tokens.get(transfer.token);
    if (decimals === undefined || !watched.has(transfer.to)) return [];
    const micro = toMicro(value, decimals);
    if (micro > microMax)
      log.error({ network, txHash: transfer.txHash }, 'transfer amount exceeds the 64-bit limit');
    return micro > 0n && micro <= microMax ? [{ ...transfer, micro }] : [];
  });

/** The header of a block that must exist. */
export const headerAt = async ({ node }: ReadingRound, number: bigint): Promise<Header> => {
  const header = await node.header(number);
  if (header === undefined) throw new ChainUnavailable(`No block ${number} yet`);
  return header;
};

/**
 * Writes the results of a step together with its progress. A process that has lost its turn changes nothing.
 * @param cursor as it was when the step began
 * @returns the cursor of the next step
 */
export const takeStep = (
  { pool, network, owner }: ReadingRound,
  cursor: Cursor,
  change: Partial<Omit<Cursor, 'turn'>>,
  write: (client: pg.PoolClient) => Promise<void>,
): Promise<Cursor> =>
  transaction(pool, async (client) => {
    const next = { ...cursor, ...change };
    const leads = await takeLead(client, network, owner, leadMs);
    if (!leads || !(await updateCursor(client, network, next)))
      throw new ChainUnavailable('Another process reads on');
    await write(client);
    return { ...next, turn: cursor.turn + 1n };
  });
