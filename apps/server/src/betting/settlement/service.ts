import type pg from 'pg';
import type { Bus } from '../../core/events.ts';
import type { Failpoint } from '../../core/failpoints.ts';
import type { Database } from '../../core/database/database.ts';
import type { Log } from '../../core/logging/log.ts';
import { transaction, waitForQuiet } from '../../core/database/transaction.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Events } from '../../catalogue/index.ts';
import { settleShard } from './chunk.ts';
import { selectShards } from './chunk-rows.ts';
import { dryRun, type Assumed, type DryRun } from './dry-run.ts';
import type { DecidedMarket, Grade } from './grading.ts';
import { gradesBy } from './grades-by.ts';
import * as rows from './ruling-rows.ts';

export type SettlementOptions = {
  pool: pg.Pool;
  /** Connections named `settlementName`, on which grades and chunks are written; a run uses three at once. */
  runs: Pick<Database, 'pool'>;
  wallet: Wallet;
  log: Log;
  bus: Bus;
  /** Publishes the markets that a run has settled. */
  events: Events;
  failpoint?: Failpoint | undefined;
};

/** What a ruling decides: these markets, and whether that is all of them. */
type Ruled = { markets: readonly DecidedMarket[]; isWhole: boolean };

/** Shards that a run works on at once: while one is at the disk and one in the database, a third is computed. */
const workers = 3;

/** Settles the bets of matches that were ruled. */
export class Settlement {
  readonly #pool;
  readonly #runs;
  readonly #wallet;
  readonly #log;
  readonly #bus;
  readonly #events;
  readonly #failpoint: Failpoint;

  constructor({ pool, runs, wallet, log, bus, events, failpoint = () => undefined }: SettlementOptions) {
    this.#pool = pool;
    this.#runs = runs;
    this.#wallet = wallet;
    this.#log = log;
    this.#bus = bus;
    this.#events = events;
    this.#failpoint = failpoint;
  }

  /**
   * Brings every bet with a leg on the event to what its legs' grades say under this ruling: pays, takes back, reopens.
   * Continues where a killed run stopped.
   * @returns what it did, without what was done before it was killed
   */
  async run(key: rows.RunKey): Promise<rows.SettledTotals> {
    const ruled = await this.#publish(key);
    // A later ruling counts, and its run looks at every bet.
    if (!ruled) {
      await rows.endRun(this.#pool, key, await rows.selectDone(this.#pool, key));
      return { bets: 0, paidMinor: 0n, takenMinor: 0n, lostMinor: 0n };
    }
    await waitForQuiet(this.#pool);
    const { open, ...sum } = await this.#settleShards(key);
    this.#failpoint('shards.done');
    const done = await rows.selectDone(this.#pool, key);
    await transaction(this.#pool, (client) => rows.finishRun(client, key, { decided: ruled.markets, done }));
    this.#failpoint('run.finished');
    await this.#events.announceSettled(key.eventId);
    const money = { paidMinor: String(sum.paidMinor), takenMinor: String(sum.takenMinor) };
    // For example a bet placed at a score that was later corrected; an operator must decide it.
    if (ruled.isWhole && open > 0) {
      this.#log.warn({ ...key, legs: open }, 'legs without a grade wait for a person');
    }
    this.#log.info({ ...key, bets: sum.bets, ...money, lostMinor: String(sum.lostMinor) }, 'settled');
    return sum;
  }

  /**
   * What a run would do if this were ruled now, without changing anything; a run that follows at once does just that.
   * @throws RulingRefused when there is no such proposal or void
   */
  dryRun(eventId: string, assumed: Assumed): Promise<DryRun> {
    return dryRun(this.#pool, eventId, assumed);
  }

  /** Takes up the runs of rulings that have not moved for `stalledMs`: their server may have been killed. */
  async resume(stalledMs: number): Promise<void> {
    for (const key of await rows.selectStalled(this.#pool, stalledMs)) await this.run(key);
  }

  /** Publishes the grades of a ruling. @returns what it decides; undefined where a later ruling counts */
  async #publish(key: rows.RunKey): Promise<Ruled | undefined> {
    const { grades, markets, isWhole } = await gradesOf(this.#pool, key);
    const counts = await transaction(this.#runs.pool, async (client) => {
      const isLatest = await rows.publishGrades(client, key, grades);
      this.#failpoint('grades.written');
      return isLatest;
    });
    this.#failpoint('grades.published');
    return counts ? { markets, isWhole } : undefined;
  }

  /** Settles all shards that have bets on the event, several at once. @returns what it did, and how many legs stay open */
  async #settleShards(key: rows.RunKey): Promise<rows.SettledTotals & { open: number }> {
    const shards = (await selectShards(this.#pool, key)).values();
    const sum = { bets: 0, paidMinor: 0n, takenMinor: 0n, lostMinor: 0n, open: 0 };
    const context = { pool: this.#runs.pool, wallet: this.#wallet, failpoint: this.#failpoint };
    const work = async (): Promise<void> => {
      // The workers take their shards from one iterator.
      for (const shard of shards) {
        const done = await settleShard(context, key, shard, (bets) =>
          this.#bus.publish('betsSettled', { shard, bets }),
        );
        sum.bets += done.bets;
        sum.paidMinor += done.paidMinor;
        sum.takenMinor += done.takenMinor;
        sum.lostMinor += done.lostMinor;
        sum.open += done.open;
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    return sum;
  }
}

/** Grades of every leg there can be on the event under a ruling. @throws when there is no such ruling */
const gradesOf = async (on: pg.Pool, key: rows.RunKey): Promise<Ruled & { grades: Grade[] }> => {
  const decision = await rows.selectDecision(on, key);
  if (!decision) throw new Error(`Event ${key.eventId} has no ruling ${key.version}`);
  return gradesBy(on, key.eventId, decision);
};
