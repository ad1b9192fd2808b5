import type pg from 'pg';
import { statement } from '../../core/database/database.ts';
import type { Network } from './address.ts';
import { newId } from '../../core/ids.ts';
import type { Log } from '../../core/logging/log.ts';
import { depositColumns, readDeposit, type ChainSink, type DepositRow } from './deposit.ts';
import { confirmTransfers, readFinalBlocks } from './final-blocks.ts';
import { readNewBlocks } from './new-blocks.ts';
import { ChainContradiction, ChainUnavailable } from './node.ts';
import { giveLead, insertCursor, selectCursor, takeLead } from './queries.ts';
import { leadMs, type Rail, type Reading } from './reading.ts';
import { takeBack } from './take-back.ts';
import type { Watched } from './watched.ts';

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
const deliver = async (
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

/** How far a network was read at the last round of this process that came to an end. */
export type ChainProgress = {
  network: Network;
  blocksBehind: number;
  /** By the clock of this machine. */
  readAtMs: number;
};

export type Watcher = {
  /**
   * Reads each network once, and delivers changes. A chain without a credible answer is logged and left to
   * the next round; only failures of the database are thrown. Calls during a round share it.
   */
  poll(): Promise<void>;
  /** Makes sure that reading has begun, so that later payments will be found. */
  begin(rail: Rail): Promise<void>;
  /** How far the networks are that this process reads. */
  progress(): ChainProgress[];
  /** Lets another process read. */
  stop(): Promise<void>;
};

/** Watches the chains for transfers to the addresses of recharges. One process at a time reads a network. */
export const createWatcher = ({
  pool,
  log,
  sink,
  watched,
  rails,
}: {
  pool: pg.Pool;
  log: Log;
  sink: ChainSink;
  watched: Watched;
  rails: readonly Rail[];
}): Watcher => {
  const owner = newId();
  const reached = new Map<Network, ChainProgress>();

  const begin = async ({ network, node }: Rail): Promise<void> => {
    if ((await selectCursor(pool, network)) !== undefined) return;
    const { finalized } = await node.heads();
    await insertCursor(pool, network, finalized);
  };

  const readNetwork = async (reading: Reading): Promise<void> => {
    const { network, node } = reading;
    const { latest, finalized } = await node.heads();
    await insertCursor(pool, network, finalized);
    let cursor = await selectCursor(pool, network);
    if (cursor === undefined) return;
    // After the heads: payments in blocks below them went to addresses that are in the database by now.
    await watched.refresh();
    cursor = await readFinalBlocks(reading, cursor, finalized);
    await confirmTransfers(reading, cursor);
    const { scanned } = await readNewBlocks(reading, cursor, latest);
    const blocksBehind = Math.max(0, Number(latest.number - scanned));
    reached.set(network, { network, blocksBehind, readAtMs: Date.now() });
  };

  const round = async (rail: Rail): Promise<void> => {
    const { network } = rail;
    if (!(await takeLead(pool, network, owner, leadMs))) {
      reached.delete(network);
      return;
    }
    try {
      await readNetwork({ ...rail, pool, log, watched, owner });
    } catch (error) {
      if (error instanceof ChainContradiction) {
        log.error(
          { network, problem: error.message },
          'the chain contradicts what was final: nothing is credited',
        );
      } else if (error instanceof ChainUnavailable) {
        log.warn({ network, problem: error.message }, 'a chain could not be read');
      } else throw error;
    } finally {
      await deliver({ pool, log, sink }, network);
    }
  };

  const all = async (): Promise<void> => {
    const ends = await Promise.allSettled(rails.map(round));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
  let running: Promise<void> | undefined;

  return {
    begin,
    poll: () => {
      running ??= all().finally(() => {
        running = undefined;
      });
      return running;
    },
    progress: () => [...reached.values()],
    stop: () => giveLead(pool, owner),
  };
};
