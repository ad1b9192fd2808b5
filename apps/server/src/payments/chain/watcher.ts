import type pg from 'pg';
import { query } from '../../core/database/database.ts';
import type { Network } from '../../core/config/payments.ts';
import { newId } from '../../core/ids.ts';
import type { Log } from '../../core/logging/log.ts';
import { depositColumns, readDeposit, type ChainSink, type DepositRow } from './deposit.ts';
import { confirmTransfers, readFinalBlocks } from './final-blocks.ts';
import { readNewBlocks } from './new-blocks.ts';
import { ChainContradiction, ChainUnavailable } from './node.ts';
import { giveLead, insertCursor, selectCursor, takeLead } from './queries.ts';
import { leadMs, type ReadingRound, type WatchedNetwork } from './reading.ts';
import { takeBack } from './take-back.ts';
import type { WatchedAddresses } from './watched.ts';

const untoldSelect = query.many<DepositRow>(
  'chain-untold',
  `select ${depositColumns} from chain_transfer t join chain_address a on a.address = t.address
   where t.network = $1 and t.told < t.revision and (t.tx_hash, t.log_index) > ($2, $3)
   order by t.tx_hash, t.log_index limit 50`,
);
const toldUpdate = query.exec(
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
    const rows = await untoldSelect(pool, [network, after.hash, after.index]);
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
    await toldUpdate(pool, [
      network,
      told.map((row) => row.tx_hash.toString('hex')),
      told.map((row) => row.log_index),
      told.map((row) => row.revision),
    ]);
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

/** Watches the chains for transfers to the addresses of recharges. One process at a time reads a network. */
export class Watcher {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #sink: ChainSink;
  readonly #watched: WatchedAddresses;
  readonly #networks: readonly WatchedNetwork[];
  readonly #owner = newId();
  readonly #reached = new Map<Network, ChainProgress>();
  #running: Promise<void> | undefined;

  constructor(of: {
    pool: pg.Pool;
    log: Log;
    sink: ChainSink;
    watched: WatchedAddresses;
    networks: readonly WatchedNetwork[];
  }) {
    this.#pool = of.pool;
    this.#log = of.log;
    this.#sink = of.sink;
    this.#watched = of.watched;
    this.#networks = of.networks;
  }

  /** Makes sure that reading has begun, so that later payments will be found. */
  async begin({ network, node }: WatchedNetwork): Promise<void> {
    if ((await selectCursor(this.#pool, network)) !== undefined) return;
    const { finalized } = await node.heads();
    await insertCursor(this.#pool, network, finalized);
  }

  /**
   * Reads each network once, and delivers changes. A chain without a credible answer is logged and left to
   * the next round; only failures of the database are thrown. Calls during a round share it.
   */
  poll(): Promise<void> {
    this.#running ??= this.#readAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** How far the networks are that this process reads. */
  progress(): ChainProgress[] {
    return [...this.#reached.values()];
  }

  /** Lets another process read. */
  stop(): Promise<void> {
    return giveLead(this.#pool, this.#owner);
  }

  async #readAll(): Promise<void> {
    const ends = await Promise.allSettled(this.#networks.map((one) => this.#round(one)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #round(watched: WatchedNetwork): Promise<void> {
    const { network } = watched;
    if (!(await takeLead(this.#pool, network, this.#owner, leadMs))) {
      this.#reached.delete(network);
      return;
    }
    try {
      await this.#readNetwork(watched);
    } catch (error) {
      if (error instanceof ChainContradiction) {
        this.#log.error(
          { network, problem: error.message },
          'the chain contradicts what was final: nothing is credited',
        );
      } else if (error instanceof ChainUnavailable) {
        this.#log.warn({ network, problem: error.message }, 'a chain could not be read');
      } else throw error;
    } finally {
      await deliver({ pool: this.#pool, log: this.#log, sink: this.#sink }, network);
    }
  }

  async #readNetwork(watched: WatchedNetwork): Promise<void> {
    const { network, node } = watched;
    const pool = this.#pool;
    const round: ReadingRound = {
      ...watched,
      pool,
      log: this.#log,
      watched: this.#watched,
      owner: this.#owner,
    };
    const { latest, finalized } = await node.heads();
    await insertCursor(pool, network, finalized);
    let cursor = await selectCursor(pool, network);
    if (cursor === undefined) return;
    // After the heads: payments in blocks below them went to addresses that are in the database by now.
    await this.#watched.refresh();
    cursor = await readFinalBlocks(round, cursor, finalized);
    await confirmTransfers(round, cursor);
    const { scanned } = await readNewBlocks(round, cursor, latest);
    const blocksBehind = Math.max(0, Number(latest.number - scanned));
    this.#reached.set(network, { network, blocksBehind, readAtMs: Date.now() });
  }
}
